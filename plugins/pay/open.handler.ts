/** Creates the order of a registration that has none: it is older than the fees, or its order has ended. A registration that lost its place over an unpaid
 *  order gets a place again while there is one. With a discount code, the unpaid order is made anew; its deadline stays. */

import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { closeOrder } from './orders/closeOrder.ts'
import { openOrder } from './orders/openOrder.ts'
import { lockOrder, type Order } from './orders/order.ts'
import { payableRegistration } from './orders/payableRegistration.ts'
import { PLACED, type Registration } from './orders/registration.ts'
import { paySetting } from './prices/readRules.ts'
import { awaitsConfirmation } from './remittance/awaitsConfirmation.ts'

export default defineHandler('pay.open', async ({ registrationId, code }, context) => {
  const { db, fail } = context
  const registration = await payableRegistration(registrationId, context)
  const setting = await paySetting(registration.competitionId, context)
  if (!setting?.enabled) return fail('PAY_OFF')
  const open = await db.selectFrom('pay_order').select('id').where('seat', '=', registrationId).executeTakeFirst()
  const before = open ? await lockOrder(open.id, context) : null
  if (before?.state === 'paid') return fail('PAY_PAID')
  if (before && (code === undefined || before.expiresAt <= context.now.toISOString())) return { id: before.id, state: before.state }
  if (before && (await awaitsConfirmation(before.id, context))) return fail('PAY_REMITTANCE_OPEN')
  if (before) await closeOrder(before, { lapse: false }, context)
  const holdsPlace = before ? before.holdsPlace : await takePlace(registration, context)
  const request = { code, holdsPlace, ...(before ? { expiresAt: before.expiresAt } : {}) }
  const order = await openOrder(registration, setting, request, context)
  return { id: order?.id ?? null, state: order?.state ?? null }
})

/** Whether the new order holds the place: it does when it had to be taken again. @throws PAY_NO_PLACE, FULL */
async function takePlace(registration: Registration, context: HandlerContext): Promise<boolean> {
  if (PLACED.includes(registration.status)) return false
  const last = (await context.db
    .selectFrom('pay_order')
    .selectAll()
    .where('registrationId', '=', registration.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()) as Order | undefined
  if (registration.status !== signupStatus.suspended || !last || last.lapsedFrom === null) return context.fail('PAY_NO_PLACE')
  const wasRegistered = last.lapsedFrom === signupStatus.registered || last.lapsedFrom === signupStatus.teamUnderReview
  await context.rows.transition('signup.review', wasRegistered ? 'revive' : 'reviveReview', registration.id)
  return true
}
