/** Orders the refund of the registrations of a whole competition: charging stops, and a job goes through the orders. Courses are cancelled by themselves. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { paySetting } from './prices/readRules.ts'
import { readTiers } from './refunds/readTiers.ts'
import { refundPercent } from './refunds/refundPercent.ts'
import { startRun } from './refunds/startRun.ts'

const WHOLE = 100

export default defineHandler('pay.refundAll', async ({ competitionId, basis, reason }, context) => {
  const { now, fail } = context
  await context.rows.get('competition.competition', competitionId)
  const { percent } = basis === 'full' ? { percent: WHOLE } : refundPercent(await readTiers(competitionId, context), now.toISOString())
  const setting = await paySetting(competitionId, context)
  const run = await startRun({ competitionId, courseId: null, basis, percent, reason }, setting, context)
  if (!run) return fail('PAY_RUN_EMPTY')
  if (setting) await context.rows.save('pay.setting', setting, { enabled: false })
  return run
})
