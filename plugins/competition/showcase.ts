/** Answers of the wizard's settings of public lists and works, and the columns that they become. */
import type { Competition, CompetitionChange } from './competition.ts'

type Lists = Partial<Record<'playersPublic' | 'teamsPublic', boolean>>

/** Answers of the public list settings -> columns. */
export function listsColumns({ playersPublic = false, teamsPublic = false }: Lists): CompetitionChange {
  return { playersPublic, teamsPublic }
}
/** Columns -> answers of the public list settings. */
export function listsAnswers({ playersPublic, teamsPublic }: Competition): Record<string, unknown> {
  return { playersPublic, teamsPublic }
}

type Works = Partial<{ worksPublic: boolean; workLimit: number }>

/** Answers of the work settings -> columns. */
export function worksColumns({ worksPublic = false, workLimit = 1 }: Works): CompetitionChange {
  return { worksPublic, workLimit }
}
/** Columns -> answers of the work settings. */
export function worksAnswers({ worksPublic, workLimit }: Competition): Record<string, unknown> {
  return { worksPublic, workLimit }
}
