/** Ends a request for paper copies that waits, and tells the person. Refused copies that were paid are refunded. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { endCopiesOrder } from './copiesOrder.ts'
import { lockMailing } from './lockMailing.ts'

type Settled = { state: 'sent'; tracking: string } | { state: 'refused'; reason: string }

/** @throws NOT_FOUND also for what is out of reach; CERTIFICATE_MAILING_STATE */
export async function settleMailing(id: string, settled: Settled, context: HandlerContext): Promise<{ id: string; state: string }> {
  const { db, fail, now } = context
  const row = await lockMailing(id, context)
  await context.call('certificate.mayIssue', { id: row.competitionId })
  if (row.state !== 'requested') return fail('CERTIFICATE_MAILING_STATE')
  const { competitionId, organisationId, certificateId, userId, orderId } = row
  await context.rows.save(
    'certificate.mailing',
    row,
    { ...settled, settledAt: now.toISOString() },
    { of: { competitionId, organisationId } },
  )
  if (settled.state === 'refused') await endCopiesOrder(orderId, settled.reason, context)
  const { serial, title } = (await db
    .selectFrom('certificate_certificate as c')
    .innerJoin('competition_competition as k', 'k.id', 'c.competitionId')
    .select(['c.serial', 'k.title'])
    .where('c.id', '=', certificateId)
    .executeTakeFirstOrThrow()) as { serial: string; title: LocalText }
  const { state, ...said } = settled
  const template = state === 'sent' ? 'certificate.mailingSent' : 'certificate.mailingRefused'
  const words = { competition: title.zh, competitionEn: title.en || title.zh, serial, ...said }
  await context.messages.send(template, { userId }, words)
  return { id, state }
}
