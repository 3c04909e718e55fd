/** Publishes a batch: its certificates are valid, those they replace are replaced, and a job tells their holders. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertConfirmed } from './assertConfirmed.ts'
import { approversOf } from './audit/approversOf.ts'
import { moveBatch } from './moveBatch.ts'

export default defineHandler('certificate.publish', async ({ id, by = ['mail'], confirmed = [] }, context) => {
  const { db, now } = context
  const batch = await moveBatch(id, { from: ['ready', 'approved'], to: () => 'published' }, context)
  if (batch.state === 'ready' && (await approversOf(batch.competitionId, context)).chain.length > 0)
    return context.fail('CERTIFICATE_NEEDS_APPROVAL')
  if (batch.state === 'ready') await assertConfirmed(batch, confirmed, context)
  const publishedAt = now.toISOString()
  await db.updateTable('certificate_batch').set({ publishedAt }).where('id', '=', id).execute()
  const published = await db
    .updateTable('certificate_certificate')
    .set({ state: 'published', publishedAt })
    .where('batchId', '=', id)
    .where('state', '=', 'draft')
    .returning('replacesId')
    .execute()
  const replaced = published.flatMap(({ replacesId }) => replacesId ?? [])
  if (replaced.length > 0)
    await db
      .updateTable('certificate_certificate')
      .set({ state: 'replaced' })
      .where('id', 'in', replaced)
      .where('state', '=', 'published')
      .execute()
  await context.enqueue('certificate.tellHolders', { batchId: id, by })
  return { id, total: published.length }
})
