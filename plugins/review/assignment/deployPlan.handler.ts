/** Makes the assignments of a plan. What has changed since it was computed (conflicts, works, panel, assignments by hand) is left out and counted. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { worksOfRound } from '../worksOfRound.ts'
import type { PlanResult } from './computePlan.handler.ts'
import { lockPlan } from './lockPlan.ts'
import { addAssignments, pairKey, panelOf, settledPairs } from './roundPanel.ts'

export default defineHandler('review.deployPlan', async ({ id }, context) => {
  const { plan, round } = await lockPlan(id, context)
  await context.rows.transition('review.planLife', 'deploy', id)
  const works = new Set((await worksOfRound(round, context)).map((work) => work.id))
  const panel = new Set((await panelOf(round, context)).map(({ userId }) => userId))
  const { conflicts, known } = await settledPairs(round, context)
  const { pairs } = plan.result as PlanResult
  const holds = pairs.filter(
    ({ workId, userId }) =>
      works.has(workId) && panel.has(userId) && !conflicts.has(pairKey(workId, userId)) && !known.has(pairKey(workId, userId)),
  )
  await addAssignments(round, holds, { source: 'computed', planId: id }, context)
  return { assigned: holds.length, skipped: pairs.length - holds.length }
})
