/** Marks a refund as failed: it no longer counts, so its amount can be refunded again. The caller holds the lock of the order. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { changeOrder, type Order, settleStanding } from '../orders/order.ts'

/** Answers the state of the refund. */
export async function failRefund(
  order: Order,
  { id, amount }: { id: string; amount: string | number },
  context: HandlerContext,
  transition: 'fail' | 'decline' = 'fail',
) {
  const { state } = await context.transition('pay.refund', transition, id)
  const wasWhole = order.state === 'refunded'
  const seat = wasWhole && (await isFree(order, context)) ? order.registrationId : order.seat
  await changeOrder(order, { refunded: Number(order.refunded) - Number(amount), seat }, context)
  if (wasWhole) await context.transition('pay.life', 'unrefund', order.id)
  await settleStanding(order.registrationId, context)
  return state
}

/** Whether no other order has been made for the registration since. */
async function isFree({ registrationId }: Order, { db }: HandlerContext): Promise<boolean> {
  if (registrationId === null) return false
  return (await db.selectFrom('pay_order').select('id').where('seat', '=', registrationId).executeTakeFirst()) === undefined
}
