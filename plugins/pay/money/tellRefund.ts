import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Order } from '../orders/order.ts'
import { amountText, titleWords } from '../orders/words.ts'

/** Tells the person who paid that money goes back, and why. */
export async function tellRefund(order: Order, { amount, reason }: { amount: number; reason: string }, context: HandlerContext) {
  await context.send('pay.refundMade', { userId: order.userId }, { ...titleWords(order), amount: amountText(amount), reason })
}
