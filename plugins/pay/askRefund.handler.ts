/** The person who paid asks for it back; finance approves or declines as it does above the sum of the settings. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { refundOrder } from './money/refundOrder.ts'
import { assertPayer } from './orders/assertPayer.ts'
import { lockOrder, readOrder } from './orders/order.ts'
import { askableRefund, isRefundWaiting } from './refunds/askableRefund.ts'

export default defineHandler('pay.askRefund', async ({ id, reason }, context) => {
  await assertPayer(await readOrder(id, context), context)
  const order = await lockOrder(id, context)
  if (await isRefundWaiting(id, context)) return context.fail('PAY_REFUND_ASKED')
  const amount = await askableRefund(order, context)
  if (amount === 0) return context.fail('PAY_REFUND_OVER')
  await refundOrder(id, { amount, reason, byId: context.session.userId, approved: false }, context)
  return { amount }
})
