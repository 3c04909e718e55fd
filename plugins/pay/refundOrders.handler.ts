/** Orders the refund of chosen orders of a competition: those that are paid. Charging continues, and other orders stay as they are. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { paySetting } from './prices/readRules.ts'
import { readTiers } from './refunds/readTiers.ts'
import { refundPercent } from './refunds/refundPercent.ts'
import { startRun } from './refunds/startRun.ts'

const WHOLE = 100

export default defineHandler('pay.refundOrders', async ({ competitionId, ids, basis, reason }, context) => {
  const { percent } =
    basis === 'full' ? { percent: WHOLE } : refundPercent(await readTiers(competitionId, context), context.now.toISOString())
  const setting = await paySetting(competitionId, context)
  const request = { competitionId, courseId: null, orderIds: [...new Set(ids)], basis, percent, reason }
  return (await startRun(request, setting, context)) ?? context.fail('PAY_RUN_EMPTY')
})
