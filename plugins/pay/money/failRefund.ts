/** Marks a refund as failed: it no longer counts, so its amount can be refunded again. The caller holds the lock of the order. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { settleInvoices } from '../invoices/settleInvoices.ts'
import { changeOrder, type Order, settleOrder } from '../orders/order.ts'
import { purposeOf } from '../purposes/Purpose.ts'

/** @param declinedFor reason of a person who declined it. Answers the state of the refund */
export async function failRefund(
  order: Order,
  { id, amount }: { id: string; amount: string | number },
  context: HandlerContext,
  { declinedFor }: { declinedFor?: string } = {},
) {
  const { state } =
    declinedFor === undefined
      ? await context.rows.transition('pay.refund', 'fail', id)
      : await context.rows.transition('pay.refund', 'decline', id, { reason: declinedFor })
  const wasWhole = order.state === 'refunded'
  const seat = wasWhole ? await freeSeat(order, context) : order.seat
  await settleInvoices(await changeOrder(order, { refunded: Number(order.refunded) - Number(amount), seat }, context), context)
  if (wasWhole) await context.rows.transition('pay.life', 'unrefund', order.id)
  await settleOrder(order.id, context)
  return state
}

/** Null when another order has been made for the same since. */
async function freeSeat(order: Order, context: HandlerContext): Promise<string | null> {
  const seat = purposeOf(order, context).seat(order)
  if (seat === null) return null
  return (await context.db.selectFrom('pay_order').select('id').where('seat', '=', seat).executeTakeFirst()) ? null : seat
}
