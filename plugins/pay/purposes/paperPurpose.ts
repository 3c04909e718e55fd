/** Orders for paper copies of a certificate. The request comes to the staff when its order is paid, and lapses when it is not paid in time. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { hasOpenMailing } from '../../certificate/mailing/hasOpenMailing.ts'
import type { Row } from '../../generated/tables.ts'
import { paySetting } from '../prices/readRules.ts'
import type { Order, Purpose } from './Purpose.ts'

type Mailing = Row<'certificate_mailing'>

/** Where the competition has no payment settings. */
const DEFAULT_HOLD_HOURS = 72

export const paperPurpose: Purpose = {
  async lock(order, context) {
    const mailing = await mailingOf(order, context)
    if (mailing) await context.lock('certificateMailing', mailing.certificateId)
  },
  assertPayer: ({ id }, context) => context.fail('NOT_FOUND', { entity: 'pay.order', id }),
  // a request has one order for good; that one request is open at a time, the request itself takes care of
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
}

/** Hours to pay for paper copies. */
export async function paperHoldHours(competitionId: string, context: HandlerContext): Promise<number> {
  return (await paySetting(competitionId, context))?.holdHours ?? DEFAULT_HOLD_HOURS
}

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
