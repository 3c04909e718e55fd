/** Finance refunds an order, in full or in part. When the refunds of an order exceed the sum in the settings, a second person approves. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { refundOrder } from './money/refundOrder.ts'
import { assertReach } from './orders/assertReach.ts'
import { lockOrder, readOrder } from './orders/order.ts'
import { paySetting } from './prices/readRules.ts'

export default defineHandler('pay.payrRefund', async ({ id, amount, reason }, context) => {
  assertReach(await readOrder(id, context), 'editRefund', context)
  const { competitionId, refunded } = await lockOrder(id, context)
  const limit = competitionId === null ? null : ((await paySetting(competitionId, context))?.refundReviewFrom ?? null)
  // the sum of all refunds of the order counts: several small refunds are a large one
  const approved = limit === null || Number(refunded) + amount < Number(limit)
  return { ids: await refundOrder(id, { amount, reason, byId: context.session.userId, approved }, context) }
})
