/** Withdraws the assignments of a deployed plan, while none of them has a review. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockPlan } from './lockPlan.ts'

export default defineHandler('review.undoPlan', async ({ id }, context) => {
  const { db, fail } = context
  const { plan, round } = await lockPlan(id, context)
  if (plan.state !== 'deployed') return fail('REVIEW_PLAN_STATE')
  const rows = await db.selectFrom('review_assignment').select(['id', 'state']).where('planId', '=', id).forUpdate().execute()
  const reviewed = rows.filter(({ state }) => state !== 'assigned' && state !== 'withdrawn').length
  if (reviewed > 0) return fail('REVIEW_ALREADY_REVIEWED', { count: reviewed })
  await context.rows.removeWhere('review.assignment', { planId: id })
  const of = { organisationId: round.organisationId, competitionId: round.competitionId }
  await context.rows.save('review.plan', plan, { state: 'undone', undoneAt: context.now.toISOString() }, { of })
  return { removed: rows.length }
})
