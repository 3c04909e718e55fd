/** A paid order all of whose money goes back counts as refunded: when its last refund is approved, not while one still waits for a second person. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { readOrder, settleOrder } from '../orders/order.ts'
import { isRefundWaiting } from '../refunds/askableRefund.ts'

/** The caller holds the lock of the order. */
export async function markRefunded(orderId: string, context: HandlerContext): Promise<void> {
  const { state, paid, refunded } = await readOrder(orderId, context)
  if (state === 'paid' && Number(refunded) === Number(paid) && !(await isRefundWaiting(orderId, context)))
    await context.rows.transition('pay.life', 'refund', orderId)
  await settleOrder(orderId, context)
}
