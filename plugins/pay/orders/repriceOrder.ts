/** A registration was edited: where that changes its fee, the open order is replaced; a fee that was paid keeps the choices it was paid for. The caller holds
 *  the lock of the registration. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { paySetting } from '../prices/readRules.ts'
import { closeOrder } from './closeOrder.ts'
import { chargeOf, openOrder } from './openOrder.ts'
import { lockOrder } from './order.ts'
import type { Registration } from './registration.ts'

/** @throws EDIT_FEE */
export async function repriceOrder(before: Registration, after: Registration, context: HandlerContext): Promise<void> {
  const open = await context.db.selectFrom('pay_order').select('id').where('seat', '=', after.id).executeTakeFirst()
  const setting = open && (await paySetting(after.competitionId, context))
  if (!open || !setting?.enabled) return
  const order = await lockOrder(open.id, context)
  const at = order.createdAt
  const [was, is] = [await chargeOf(before, setting, at, context), await chargeOf(after, setting, at, context)]
  if (was === is) return
  if (order.state !== 'pending') return context.fail('EDIT_FEE')
  await closeOrder(order, { lapse: false }, context)
  await openOrder(after, setting, { holdsPlace: true, ...(order.expiresAt === null ? {} : { expiresAt: order.expiresAt }) }, context)
}
