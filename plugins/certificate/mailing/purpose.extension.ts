/** Orders for paper copies of a certificate. The request comes to the staff when its order is paid, and lapses when it is not paid in time. */
import { defineExtension, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import { paySetting } from '../../pay/prices/readRules.ts'
import type { Order } from '../../pay/purposes/Purpose.ts'
import { hasOpenMailing } from './hasOpenMailing.ts'
import { paperHoldHours } from './paperHoldHours.ts'

type Mailing = Row<'certificate_mailing'>

export default defineExtension('pay.purpose', 'paper', {
  async lock(order, context) {
    const mailing = await mailingOf(order, context)
    if (mailing) await context.lock('certificateMailing', mailing.certificateId)
  },
  assertPayer: ({ id }, context) => context.fail('NOT_FOUND', { entity: 'pay.order', id }),
  // a request has one order for good; that one request is open at a time, the request itself ensures
  seat: () => null,
  async revive(order, context) {
    const mailing = await mailingOf(order, context)
    if (mailing?.state !== 'lapsed' || !(await canBeSent(mailing, context))) return false
    await context.rows.transition('certificate.mailingLife', 'revive', mailing.id)
    return true
  },
  lapse: () => Promise.resolve({}),
  async settle(order, context) {
    const mailing = await mailingOf(order, context)
    if (mailing?.state !== 'unpaid') return
    if (order.state === 'paid') await context.rows.transition('certificate.mailingLife', 'pay', mailing.id)
    if (order.state === 'closed') await context.rows.transition('certificate.mailingLife', 'lapse', mailing.id)
  },
  async transferAccount({ competitionId }, context) {
    const setting = await paySetting(competitionId!, context)
    return setting?.remittance ? (setting.remittanceAccount ?? '') : null
  },
  holdHours: ({ competitionId }, context) => paperHoldHours(competitionId!, context),
})

/** None while the order is being made. */
async function mailingOf({ id }: Order, { db }: HandlerContext): Promise<Mailing | undefined> {
  return (await db.selectFrom('certificate_mailing').selectAll().where('orderId', '=', id).executeTakeFirst()) as Mailing | undefined
}

/** Whether the certificate is still valid, and the person has not asked for copies of it again. */
async function canBeSent({ certificateId, userId }: Mailing, context: HandlerContext): Promise<boolean> {
  const certificate = await context.db
    .selectFrom('certificate_certificate')
    .select('state')
    .where('id', '=', certificateId)
    .executeTakeFirst()
  return certificate?.state === 'published' && !(await hasOpenMailing({ certificateId, userId }, context))
}
