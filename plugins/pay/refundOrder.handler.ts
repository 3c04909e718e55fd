/** Finance refunds an order, in full or in part. When the refunds of an order exceed the sum in the settings, a second person approves. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { refundOrder } from './money/refundOrder.ts'
import { assertReach } from './orders/assertReach.ts'
import { lockOrder, readOrder } from './orders/order.ts'
import { needsReview } from './refunds/needsReview.ts'

export default defineHandler('pay.refundOrder', async ({ id, amount, reason }, context) => {
  assertReach(await readOrder(id, context), 'editRefund', context)
  const approved = !(await needsReview(await lockOrder(id, context), amount, context))
  return { ids: await refundOrder(id, { amount, reason, byId: context.session.userId, approved }, context) }
})
