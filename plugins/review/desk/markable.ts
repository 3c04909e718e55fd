/** An assignment whose review is written now. The row of the round is locked in share mode until the end of the transaction: many experts submit at the
 *  same time, and freezing, which changes the row, waits for them and lets no later one in. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { phaseOf } from '../round.ts'
import { type OwnAssignment, ownAssignment } from './ownAssignment.ts'

/** @throws NOT_FOUND, REVIEW_NOT_OPEN, REVIEW_MARKS_FROZEN, REVIEW_ENDED */
export async function heldAssignment(id: string, context: HandlerContext): Promise<OwnAssignment> {
  const { roundId } = await ownAssignment(id, context)
  const round = await context.db
    .selectFrom('review_round')
    .select(['opensAt', 'closesAt', 'graceMinutes', 'frozenAt'])
    .where('id', '=', roundId)
    .forShare()
    .executeTakeFirstOrThrow()
  const own = { ...(await ownAssignment(id, context)), phase: phaseOf(round, context.now) }
  if (own.phase === 'frozen') return context.fail('REVIEW_MARKS_FROZEN')
  return own.state === 'recused' ? context.fail('REVIEW_ENDED') : own
}

/** With the revision of the review that is there, 0 for none. @throws as `heldAssignment`, REVIEW_CLOSED, REVIEW_FINAL, REVIEW_MARK_CHANGED */
export async function markable(
  id: string,
  seen: number | undefined,
  context: HandlerContext,
): Promise<OwnAssignment & { revision: number }> {
  const own = await heldAssignment(id, context)
  if (own.phase !== 'open' && own.phase !== 'grace') return context.fail('REVIEW_CLOSED')
  const mark = await context.db.selectFrom('review_mark').select('revision').where('assignmentId', '=', id).executeTakeFirst()
  const revision = mark?.revision ?? 0
  if (revision > 0 && (!own.changeable || own.lookedAt !== null)) return context.fail('REVIEW_FINAL')
  return revision === (seen ?? 0) ? { ...own, revision } : context.fail('REVIEW_MARK_CHANGED', { revision })
}
