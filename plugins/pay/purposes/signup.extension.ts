/** Orders for the fee of a registration. Its place goes when the order is not paid in time, and comes back with a late payment while there is one. */
import { defineExtension, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { inBothLanguages } from '../../../runtime/core/inBothLanguages.ts'
import { signupStatus } from '../../generated/enums.ts'
import { payableRegistration } from '../orders/payableRegistration.ts'
import { PLACED } from '../orders/registration.ts'
import { type OrderFacts, standingOf } from '../orders/standingOf.ts'
import { paySetting } from '../prices/readRules.ts'
import type { Order } from './Purpose.ts'

export default defineExtension('pay.purpose', 'signup', {
  async lock({ registrationId }, context) {
    if (registrationId !== null) await context.lock('registration', registrationId)
  },
  // an order whose registration is deleted stays with the person it was made for
  async assertPayer({ id, registrationId }, context) {
    if (registrationId === null) return context.fail('NOT_FOUND', { entity: 'pay.order', id })
    await payableRegistration(registrationId, context)
  },
  seat: ({ registrationId }) => registrationId,
  revive: hasPlace,
  async lapse({ holdsPlace, registrationId }, context) {
    if (!holdsPlace || registrationId === null) return {}
    const row = await context.db.selectFrom('signup_registration').select('status').where('id', '=', registrationId).executeTakeFirst()
    if (!row || !PLACED.includes(row.status)) return {}
    await context.rows.transition('signup.review', 'lapse', registrationId, { reason: inBothLanguages(context.text('pay.reason.late')) })
    return { lapsedFrom: row.status }
  },
  async settle({ registrationId }, context) {
    if (registrationId !== null) await settleStanding(registrationId, context)
  },
  async transferAccount({ competitionId }, context) {
    const setting = await paySetting(competitionId!, context)
    return setting?.remittance ? (setting.remittanceAccount ?? '') : null
  },
  holdHours: async ({ competitionId }, context) => (await paySetting(competitionId!, context))?.holdHours ?? 0,
})

/** Stores the payment status of a registration. */
async function settleStanding(registrationId: string, { db, rows }: Pick<HandlerContext, 'db' | 'rows'>): Promise<void> {
  const orders = await db
    .selectFrom('pay_order')
    .select(['state', 'lapsedFrom', 'paid', 'refunded'])
    .where('registrationId', '=', registrationId)
    .orderBy('id')
    .execute()
  await rows.save('signup.registration', { id: registrationId }, { payState: standingOf(orders as OrderFacts[]) })
}

/** Whether the registration holds a place and no other order; one that lost it over this order gets it again while there is one. */
async function hasPlace(order: Order, context: HandlerContext): Promise<boolean> {
  const { registrationId, lapsedFrom } = order
  if (registrationId === null) return false
  if (await isCancelled(order, context)) return false
  const other = await context.db.selectFrom('pay_order').select('id').where('seat', '=', registrationId).executeTakeFirst()
  const row = await context.db.selectFrom('signup_registration').selectAll().where('id', '=', registrationId).executeTakeFirst()
  if (other || !row) return false
  if (PLACED.includes(row.status)) return true
  if (lapsedFrom === null || row.status !== signupStatus.suspended) return false
  const wasRegistered = lapsedFrom === signupStatus.registered || lapsedFrom === signupStatus.teamUnderReview
  const transition = wasRegistered ? 'revive' : 'reviveReview'
  if (await context.rows.limitReached('signup.review', transition, row)) return false
  await context.rows.transition('signup.review', transition, registrationId)
  return true
}

/** Whether the refund of the whole competition has ended the order, or is about to. */
async function isCancelled({ competitionId, createdAt }: Order, { db }: HandlerContext): Promise<boolean> {
  const runs = db.selectFrom('pay_run').select('id').where('competitionId', '=', competitionId)
  const whole = runs.where('courseId', 'is', null).where('orderIds', 'is', null)
  return (await whole.where('createdAt', '>', createdAt).where('state', '<>', 'cancelled').executeTakeFirst()) !== undefined
}
