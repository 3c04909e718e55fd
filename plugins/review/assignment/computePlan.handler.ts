/** The job behind a plan. Rights were checked when the plan was ordered. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import assign from '../assign.computation.ts'
import { readRound } from '../round.ts'
import type { AssignmentResult, AssignmentTask } from './AssignmentTask.ts'
import { type PlanSettings, readTask } from './readTask.ts'

declare module '../../../runtime/core/contracts.ts' {
  interface JobTypes {
    'review.computePlan': { id: string }
  }
}

const LONGEST_FAILURE = 500

export default defineHandler(
  'review.computePlan',
  async ({ id }, context) => {
    const plan = await context.db.selectFrom('review_plan').selectAll().where('id', '=', id).executeTakeFirst()
    if (plan?.state !== 'computing') return { id }
    const round = await readRound(plan.roundId, context)
    const task = await readTask(round, plan.settings as PlanSettings, context)
    const progress = (done: number) => context.jobs.progress({ done })
    const [end, found] = await context.jobs.compute(assign, task, progress).then(
      (result) => ['finish', { result: named(task, result) }] as const,
      (error: Error) => ['fail', { failure: error.message.slice(0, LONGEST_FAILURE) }] as const,
    )
    await context.jobs.write((inner) => inner.rows.transitionWhere('review.planLife', end, { id }, found))
    return { id }
  },
  { waits: 'worker' },
)

export interface PlanResult {
  pairs: { workId: string; userId: string; reason: AssignmentResult['pairs'][number]['reason'] }[]
  unmet: { workId: string; missing: number; cause: AssignmentResult['unmet'][number]['cause'] }[]
  /** Works of each expert before and after. */
  loads: { userId: string; before: number; after: number; below: boolean }[]
}

function named({ works, experts }: AssignmentTask, { pairs, unmet, loads, below }: AssignmentResult): PlanResult {
  return {
    pairs: pairs.map(({ work, expert, reason }) => ({ workId: works[work]!.id, userId: experts[expert]!.id, reason })),
    unmet: unmet.map(({ work, ...rest }) => ({ workId: works[work]!.id, ...rest })),
    loads: experts.map(({ id, load }, at) => ({ userId: id, before: load, after: loads[at]!, below: below.includes(at) })),
  }
}
