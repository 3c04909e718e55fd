/** Withdraws assignments that have no review yet. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockRound } from '../round.ts'

export default defineHandler('review.unassign', async ({ roundId, ids }, context) => {
  const { db, fail } = context
  const round = await lockRound(roundId, context)
  if (round.frozenAt !== null) return fail('REVIEW_FROZEN')
  const rows = await db
    .selectFrom('review_assignment')
    .select(['id', 'workId', 'userId', 'state'])
    .where('roundId', '=', roundId)
    .where('id', 'in', [...ids, '0'])
    .forUpdate()
    .execute()
  const reviewed = rows.filter(({ state }) => state === 'submitted' || state === 'abstained')
  if (reviewed.length > 0) return fail('REVIEW_ALREADY_REVIEWED', { count: reviewed.length })
  const removed = rows.filter(({ state }) => state === 'assigned')
  if (removed.length > 0) await context.rows.removeWhere('review.assignment', { id: removed.map(({ id }) => id) })
  const before = { assigned: removed.map(({ workId, userId }) => ({ workId, userId })) }
  const after = { organisationId: round.organisationId, competitionId: round.competitionId }
  if (removed.length > 0) await context.rows.record({ entity: 'review.round', rowId: roundId, before, after })
  return { removed: removed.length, pairs: before.assigned }
})
