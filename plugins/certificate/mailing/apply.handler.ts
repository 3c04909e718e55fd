/** Asks for paper copies of a certificate of one's own. Where they cost something, the request waits for its order to be paid. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { ownCertificates } from '../ownCertificates.ts'
import { orderCopies } from './copiesOrder.ts'
import { hasOpenMailing } from './hasOpenMailing.ts'

export default defineHandler('certificate.apply', async ({ id, note = null, ...request }, context) => {
  const { db, session, fail } = context
  const userId = session.userId!
  const row = await db
    .selectFrom('certificate_certificate as c')
    .innerJoin('certificate_series as s', 's.id', 'c.seriesId')
    .innerJoin('competition_competition as k', 'k.id', 'c.competitionId')
    .select(['c.state', 'c.name', 'c.competitionId', 'c.organisationId', 's.paper', 's.paperFee', 'k.title'])
    .where('c.id', '=', id)
    .where(sql<boolean>`c.id IN ${ownCertificates(userId)}`)
    .where('c.state', 'in', ['published', 'withdrawn', 'replaced'])
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'certificate.certificate', id })
  if (row.state !== 'published') return fail('CERTIFICATE_STATE')
  if (!row.paper) return fail('CERTIFICATE_NO_PAPER')
  if (await hasOpenMailing({ certificateId: id, userId }, context)) return fail('CERTIFICATE_MAILING_OPEN')
  const { competitionId, organisationId } = row
  const of = { competitionId, organisationId }
  const price = { competition: row.title as LocalText, holder: row.name, copies: request.copies, fee: Number(row.paperFee) }
  const orderId = await orderCopies({ ...of, ...price }, context)
  const state = orderId === null ? ('requested' as const) : ('unpaid' as const)
  return {
    id: await context.rows.create('certificate.mailing', { certificateId: id, ...of, userId, ...request, note, state, orderId }),
    orderId,
  }
})
