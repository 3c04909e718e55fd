/** Years in which the person's certificates were issued, the last first. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { ownCertificates } from './ownCertificates.ts'

export default defineHandler('certificate.years', async (_, { db, session }) => {
  const { rows } = await sql<{ value: number }>`
    SELECT DISTINCT extract(year FROM b."issuedOn")::integer AS value FROM certificate_certificate c JOIN certificate_batch b ON b.id = c."batchId"
    WHERE c.id IN ${ownCertificates(session.userId!)} AND c.state IN ('published', 'withdrawn', 'replaced') ORDER BY 1 DESC`.execute(db)
  return { list: rows.map(({ value }) => ({ value, label: String(value) })) }
})
