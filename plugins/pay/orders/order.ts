/** Orders under their lock. Everyone locks what an order is for first, then the order. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Order } from '../purposes/Purpose.ts'
import { purposeOf } from '../purposes/Purpose.ts'

export type { Order } from '../purposes/Purpose.ts'

const ENTITY = 'pay.order'

/** @throws NOT_FOUND */
export async function readOrder(id: string, { rows }: Pick<HandlerContext, 'rows'>): Promise<Order> {
  return rows.get('pay.order', id)
}

/** Reads an order under the locks of what it is for and its own. @throws NOT_FOUND */
export async function lockOrder(id: string, context: HandlerContext): Promise<Order> {
  const before = await readOrder(id, context)
  await purposeOf(before, context).lock(before, context)
  await context.lock('payOrder', id)
  return readOrder(id, context)
}

/** Writes columns of an order and logs them. */
export async function changeOrder<C extends Partial<Order>>(before: Order, change: C, context: HandlerContext): Promise<Order> {
  const { organisationId, competitionId } = before
  await context.rows.save(ENTITY, before, change, { of: { organisationId, competitionId } })
  return { ...before, ...change }
}

/** After changes of an order: what it is for follows. */
export async function settleOrder(id: string, context: HandlerContext): Promise<void> {
  const order = await readOrder(id, context)
  await purposeOf(order, context).settle(order, context)
}
