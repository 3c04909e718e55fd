/** Who may request an invoice over an order: the person it was made for; anyone who holds editInvoice on its competition or organisation; for a registration, the
 *  members of the team whose part gives editInvoice; otherwise anyone who may pay it. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { hasReach } from '../../competition/hasReach.ts'
import { assertPayer } from '../orders/assertPayer.ts'
import type { Order } from '../orders/order.ts'
import { payableRegistration } from '../orders/payableRegistration.ts'

/** @throws NOT_FOUND, TEAM_PART */
export async function assertInvoicer(order: Order, context: HandlerContext): Promise<void> {
  const { userId, registrationId } = order
  if (userId === context.session.userId || hasReach(order, 'editInvoice', context)) return
  if (registrationId === null) await assertPayer(order, context)
  else await payableRegistration(registrationId, context, 'editInvoice')
}
