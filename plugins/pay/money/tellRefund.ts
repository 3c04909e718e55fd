import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Order } from '../orders/order.ts'
import { titleWords } from '../orders/words.ts'

/** Notifies the person who paid of a refund, and of its reason. */
export async function tellRefund(order: Order, { amount, reason }: { amount: number; reason: string }, context: HandlerContext) {
  await context.messages.send('pay.refundMade', { userId: order.userId }, { ...titleWords(order), amount, reason })
}
