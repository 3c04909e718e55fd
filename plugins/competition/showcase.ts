/** Answers of the wizard's settings of public lists and works, and the columns that they become. */
import type { Competition, CompetitionChange } from './competition.ts'
import { filled } from './infoForm.ts'

type Lists = Partial<Record<'playersPublic' | 'teamsPublic', boolean>>

export function listsColumns({ playersPublic = false, teamsPublic = false }: Lists): CompetitionChange {
  return { playersPublic, teamsPublic }
}
export function listsAnswers({ playersPublic, teamsPublic }: Competition): Record<string, unknown> {
  return { playersPublic, teamsPublic }
}

type Works = Partial<Record<'workTitle' | 'workSummary' | 'workCover' | 'workFiles', string>> & { worksPublic?: boolean }

/** Fields that are hidden while works are not public keep what they were. */
export function worksColumns({ worksPublic = false, ...fields }: Works): CompetitionChange {
  if (!worksPublic) return { worksPublic }
  const { workTitle = null, workSummary = null, workCover = null, workFiles = null } = fields
  return { worksPublic, workTitle, workSummary, workCover, workFiles }
}
export function worksAnswers({ worksPublic, workTitle, workSummary, workCover, workFiles }: Competition): Record<string, unknown> {
  return filled({ worksPublic, workTitle, workSummary, workCover, workFiles })
}
