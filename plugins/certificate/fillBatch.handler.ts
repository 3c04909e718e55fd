/** The first job of a batch: its certificates with their numbers and values, all in one transaction. A job that is tried again finds them there. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../runtime/core/documents.ts'
import { addCertificates, lockSeries } from './addCertificates.ts'
import { findRecipients } from './recipients.ts'
import type { CertificateRule } from './rule.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'certificate.fillBatch': { id: string }
  }
}

export default defineHandler('certificate.fillBatch', async ({ id }, context) => {
  const { db } = context
  await context.lock('certificateBatch', id)
  const batch = await db.selectFrom('certificate_batch').selectAll().where('id', '=', id).executeTakeFirst()
  if (batch?.state !== 'waiting') return { total: batch?.total ?? 0 }
  const series = await lockSeries(batch.seriesId, context)
  const { recipients } = await findRecipients(
    { ...series, print: batch.print as PrintDocument | null },
    batch.rule as CertificateRule,
    context,
  )
  await addCertificates(series, batch, recipients, context)
  await context.rows.transition('certificate.batchLife', 'fill', id, { total: recipients.length })
  await context.jobs.enqueue('certificate.drawBatch', { id })
  return { total: recipients.length }
})
