/** Publishes a batch: its certificates are valid, those they replace are replaced, and a job tells their holders. */
import { defineHandler, type JobTypes } from '../../runtime/core/contracts.ts'
import { approversOf } from './approval/approversOf.ts'
import { assertConfirmed } from './assertConfirmed.ts'
import { readBatch } from './series.ts'

/** Beside the message on the platform. */
const BY: JobTypes['certificate.tellHolders']['by'] = ['mail']

export default defineHandler('certificate.publish', async ({ id, by = BY, confirmed = [] }, context) => {
  const { rows, now } = context
  const batch = await readBatch(id, context, { lock: true })
  await rows.transition('certificate.batchLife', 'publish', id)
  if (batch.state === 'ready' && (await approversOf(batch.competitionId, context)).chain.length > 0)
    return context.fail('CERTIFICATE_NEEDS_APPROVAL')
  if (batch.state === 'ready') await assertConfirmed(batch, confirmed, context)
  const publishedAt = now.toISOString()
  const published = await rows.bulk('certificate.certificate', 'the entry of the batch tells of its certificates', (db) =>
    db
      .updateTable('certificate_certificate')
      .set({ state: 'published', publishedAt })
      .where('batchId', '=', id)
      .where('state', '=', 'draft')
      .returning('replacesId')
      .execute(),
  )
  const replaced = published.flatMap(({ replacesId }) => replacesId ?? [])
  if (replaced.length > 0) await rows.transitionWhere('certificate.life', 'replace', { id: replaced })
  await context.jobs.enqueue('certificate.tellHolders', { batchId: id, by })
  return { id, total: published.length }
})
