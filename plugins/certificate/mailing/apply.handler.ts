/** Asks for paper copies of a certificate of one's own. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { ownCertificates } from '../ownCertificates.ts'

export default defineHandler('certificate.apply', async ({ id, note = null, ...request }, context) => {
  const { db, session, fail } = context
  const userId = session.userId!
  const row = await db
    .selectFrom('certificate_certificate as c')
    .innerJoin('certificate_series as s', 's.id', 'c.seriesId')
    .select(['c.state', 'c.competitionId', 'c.organisationId', 's.paper'])
    .where('c.id', '=', id)
    .where(sql<boolean>`c.id IN ${ownCertificates(userId)}`)
    .where('c.state', 'in', ['published', 'withdrawn', 'replaced'])
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'certificate.certificate', id })
  if (row.state !== 'published') return fail('CERTIFICATE_STATE')
  if (!row.paper) return fail('CERTIFICATE_NO_PAPER')
  const open = await db
    .selectFrom('certificate_mailing')
    .select('id')
    .where('certificateId', '=', id)
    .where('userId', '=', userId)
    .where('state', '=', 'requested')
    .executeTakeFirst()
  if (open) return fail('CERTIFICATE_MAILING_OPEN')
  const { competitionId, organisationId } = row
  return { id: await context.add('certificate.mailing', { certificateId: id, competitionId, organisationId, userId, ...request, note }) }
})
