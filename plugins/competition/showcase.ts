/** Answers of the wizard's settings of public lists and works, from the columns that the calls behind them write. */
import type { Competition } from './competition.ts'

/** Answers of the form about public lists of entrants. */
export function listsAnswers({ playersPublic, teamsPublic }: Competition): Record<string, unknown> {
  return { playersPublic, teamsPublic }
}

/** Answers of the form about public works. */
export function worksAnswers({ worksPublic, workLimit, commentRule }: Competition): Record<string, unknown> {
  return { worksPublic, workLimit, commentRule }
}
