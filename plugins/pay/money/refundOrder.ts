/** Refunds an order, in full or in part: from its payments, the newest first. The caller holds its lock. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { readOrder } from '../orders/order.ts'
import { leftOfPayments, refundPayment } from './refundPayment.ts'

export interface OrderRefund {
  amount: number
  reason: string
  byId: string | null
  /** No second person is needed any more. */
  approved: boolean
}

/** Answers the ids of the refunds. @throws PAY_REFUND_OVER */
export async function refundOrder(
  orderId: string,
  { amount, reason, byId, approved }: OrderRefund,
  context: HandlerContext,
): Promise<string[]> {
  const ids: string[] = []
  let open = amount
  for (const { id: paymentId, provider, left } of await leftOfPayments(orderId, context)) {
    if (open === 0) break
    const part = Math.min(open, left)
    const order = await readOrder(orderId, context)
    ids.push(await refundPayment({ order, paymentId, provider, amount: part, reason, byId, approved }, context))
    open -= part
  }
  return open > 0 ? context.fail('PAY_REFUND_OVER') : ids
}
