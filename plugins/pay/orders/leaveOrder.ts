/** The order of a registration that its person withdraws: closed while it is not paid; else refunded by the rules. The caller holds the lock of the
 *  registration. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { inBothLanguages } from '../../../runtime/core/inBothLanguages.ts'
import { refundOrder } from '../money/refundOrder.ts'
import type { LeavingRefund } from '../refunds/refundOnLeaving.ts'
import { closeOrder } from './closeOrder.ts'
import { lockOrder } from './order.ts'

export async function leaveOrder(registrationId: string, { back, decided }: LeavingRefund, context: HandlerContext): Promise<void> {
  const open = await context.db.selectFrom('pay_order').select('id').where('seat', '=', registrationId).executeTakeFirst()
  if (!open) return
  const order = await lockOrder(open.id, context)
  if (order.state === 'pending') return closeOrder(order, { lapse: false }, context)
  if (back === 0) return
  const reason = inBothLanguages(context.text('pay.reason.left'))
  await refundOrder(order.id, { amount: back, reason, byId: context.session.userId, approved: !decided }, context)
}

/** Anyone who got a part of the fee back cannot sign up again with the rest of it. @throws WITHDRAWN_PAID */
export async function assertPaysAnew(registrationId: string, { db, fail }: HandlerContext): Promise<void> {
  const order = await db.selectFrom('pay_order').select('refunded').where('seat', '=', registrationId).executeTakeFirst()
  if (order && Number(order.refunded) > 0) fail('WITHDRAWN_PAID')
}
