/** Saves one form of the wizard into the row: answers are checked by the form, the revision that was edited against the stored one, so that no one
 *  overwrites what someone else has saved meanwhile. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { type Competition, type CompetitionChange, changeCompetition, lockCompetition } from './competition.ts'

export interface SaveInput {
  competitionId: string
  /** Revision that was edited; absent: whatever is stored. */
  revision?: number
  answers: Record<string, unknown>
}
export interface SaveForm<A> {
  form: string
  /** Facts of the form's `context`. */
  context?: Record<string, unknown>
  /** Stored answers: files in them may stay. */
  previous?(row: Competition): Record<string, unknown>
  columns(answers: A, row: Competition, context: HandlerContext): CompetitionChange | Promise<CompetitionChange>
}

/** @throws COMPETITION_CHANGED, FORM_INVALID */
export async function saveAnswers<A>(
  { competitionId, revision, answers: sent }: SaveInput,
  context: HandlerContext,
  { form, context: facts, previous, columns }: SaveForm<A>,
): Promise<{ id: string; revision: number }> {
  const row = await lockCompetition(context, competitionId)
  if (revision !== undefined && revision !== row.revision) return context.fail('COMPETITION_CHANGED', { revision: row.revision })
  const { answers } = await context.forms.submit({ id: form }, sent, facts, previous?.(row))
  return changeCompetition(context, row, await columns(answers as A, row, context))
}
