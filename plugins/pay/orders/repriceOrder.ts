/** A registration was edited: where that changes its fee, the open order is replaced; a fee that was paid keeps the choices it was paid for. The caller holds
 *  the lock of the registration. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { type PaySetting, paySetting } from '../prices/readRules.ts'
import { closeOrder } from './closeOrder.ts'
import { chargeOf, openOrder } from './openOrder.ts'
import { lockOrder, type Order } from './order.ts'
import { chargedPeople } from './paidPeople.ts'
import type { Registration } from './registration.ts'

/** The people of a team have changed: an order that is not paid yet is made anew for those who are there now. */
export async function repriceTeam(team: Registration, context: HandlerContext): Promise<void> {
  const charged = await chargedPeople(team.id, context)
  if (charged?.state !== 'pending') return
  const isSame = (paid: number | null, now: number) => paid === null || paid === now
  if (isSame(charged.contestants, Math.max(1, team.memberCount)) && isSame(charged.instructors, team.adviserCount)) return
  const setting = await paySetting(team.competitionId, context)
  if (setting?.enabled) await replace(await lockOrder(charged.orderId, context), team, setting, context)
}

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
  await replace(order, after, setting, context)
}

async function replace(order: Order, registration: Registration, setting: PaySetting, context: HandlerContext): Promise<void> {
  // paid since: what was paid for is held by `assertPaidFor`
  if (order.state !== 'pending') return
  await closeOrder(order, { lapse: false }, context)
  await openOrder(registration, setting, { holdsPlace: true, ...(order.expiresAt === null ? {} : { expiresAt: order.expiresAt }) }, context)
}
