/** Finance refunds an order, in full or in part: from its payments, the newest first. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { leftOfPayments, refundPayment } from './money/refundPayment.ts'
import { assertReach } from './orders/assertReach.ts'
import { lockOrder, readOrder } from './orders/order.ts'

export default defineHandler('pay.payrRefund', async ({ id, amount, reason }, context) => {
  assertReach(await readOrder(id, context), 'editRefund', context)
  await lockOrder(id, context)
  const ids: string[] = []
  let open = amount
  for (const { id: paymentId, provider, left } of await leftOfPayments(id, context)) {
    if (open === 0) break
    const part = Math.min(open, left)
    const order = await readOrder(id, context)
    ids.push(await refundPayment({ order, paymentId, provider, amount: part, reason, byId: context.session.userId }, context))
    open -= part
  }
  if (open > 0) return context.fail('PAY_REFUND_OVER')
  return { ids }
})
