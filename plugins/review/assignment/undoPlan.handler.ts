/** Withdraws the assignments of a deployed plan, while none of them has a review. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockPlan } from './lockPlan.ts'

export default defineHandler('review.undoPlan', async ({ id }, context) => {
  const { db, fail } = context
  await lockPlan(id, context)
  await context.rows.transition('review.planLife', 'undo', id)
  const rows = await db.selectFrom('review_assignment').select(['id', 'state']).where('planId', '=', id).forUpdate().execute()
  const reviewed = rows.filter(({ state }) => state !== 'assigned' && state !== 'withdrawn').length
  if (reviewed > 0) return fail('REVIEW_ALREADY_REVIEWED', { count: reviewed })
  await context.rows.removeWhere('review.assignment', { planId: id })
  return { removed: rows.length }
})
