/** Who may pay an order: the person it was made for, anyone who holds editPay on its competition or organisation, and whom its purpose names. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { hasReach } from '../../competition/hasReach.ts'
import type { Order } from '../purposes/Purpose.ts'
import { purposeOf } from '../purposes/Purpose.ts'

/** @throws NOT_FOUND, and what the purpose refuses with */
export async function assertPayer(order: Order, context: HandlerContext): Promise<void> {
  if (order.userId !== context.session.userId && !hasReach(order, 'editPay', context))
    await purposeOf(order, context).assertPayer(order, context)
}
