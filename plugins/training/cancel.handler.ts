/** Cancels a published course: no one moves up any more, a bulk refund returns the fees, and a job ends the sign-ups. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { paySetting } from '../pay/prices/readRules.ts'
import { startRun } from '../pay/refunds/startRun.ts'
import { readCourse } from './course.ts'

const WHOLE = 100

export default defineHandler('training.cancel', async ({ id, reason }, context) => {
  await context.call('training.managed', { id })
  const { competitionId } = await readCourse(id, context)
  const { state } = await context.rows.transition('training.life', 'cancel', id, { reason })
  const request = { competitionId, courseId: id, basis: 'full' as const, percent: WHOLE, reason }
  await startRun(request, await paySetting(competitionId, context), context)
  await context.jobs.enqueue('training.endAll', { id })
  return { id, state }
})
