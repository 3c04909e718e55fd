/** What the refund rules of a competition say now. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readTiers } from './refunds/readTiers.ts'
import { refundPercent } from './refunds/refundPercent.ts'

export default defineHandler('pay.refundRule', async ({ competitionId }, context) =>
  refundPercent(await readTiers(competitionId, context), context.now.toISOString()),
)
