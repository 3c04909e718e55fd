/** One plan as it is looked at before it is deployed: figures, works with too few reviews, loads, and its pairs a page at a time. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertMaySet } from '../round.ts'
import type { PlanResult } from './computePlan.handler.ts'
import { namesOf, titlesOf } from './shownNames.ts'

const PAGE = 20
const UNMET_SHOWN = 200

export default defineHandler('review.plan', async ({ id, pageNum = 1, pageSize = PAGE }, context) => {
  const plan = await context.rows.get('review.plan', id)
  await assertMaySet(plan.competitionId, context)
  const { pairs, unmet, loads } = (plan.result as PlanResult | null) ?? { pairs: [], unmet: [], loads: [] }
  const page = pairs.slice((pageNum - 1) * pageSize, pageNum * pageSize)
  const shown = unmet.slice(0, UNMET_SHOWN)
  const works = await titlesOf(
    [...page, ...shown].map(({ workId }) => workId),
    context,
  )
  const names = await namesOf(
    [...page, ...loads].map(({ userId }) => userId),
    context,
  )
  return {
    id,
    roundId: plan.roundId,
    state: plan.state,
    failure: plan.failure,
    createdAt: plan.createdAt,
    total: pairs.length,
    missing: unmet.reduce((sum, work) => sum + work.missing, 0),
    leastLoad: loads.reduce((least, { after }) => Math.min(least, after), loads[0]?.after ?? 0),
    mostLoad: loads.reduce((max, { after }) => Math.max(max, after), 0),
    unmet: shown.map((work) => ({ ...work, title: works.get(work.workId) ?? '' })),
    loads: loads.map((load) => ({ ...load, name: names.get(load.userId) ?? '' })),
    list: page.map(({ workId, userId, reason }) => ({
      id: `${workId}-${userId}`,
      work: works.get(workId) ?? '',
      expert: names.get(userId) ?? '',
      keywords: reason.keywords.join(', '),
      language: reason.language,
    })),
    pageNum,
    pageSize,
  }
})
