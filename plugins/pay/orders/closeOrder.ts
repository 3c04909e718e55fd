/** Ends an order that is not paid: gives its discount code back, and with `lapse` what it held. The caller holds the order's lock. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { purposeOf } from '../purposes/Purpose.ts'
import { changeOrder, type Order, settleOrder } from './order.ts'

export async function closeOrder(order: Order, { lapse }: { lapse: boolean }, context: HandlerContext): Promise<void> {
  await context.rows.transition('pay.life', 'close', order.id)
  if (order.codeId !== null) await context.rows.count('pay.code', { id: order.codeId }, { used: -1 })
  const kept = lapse ? await purposeOf(order, context).lapse(order, context) : {}
  if (Object.keys(kept).length > 0) await changeOrder(order, kept, context)
  await settleOrder(order.id, context)
}
