/** The job behind a batch that is discarded. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler<'certificate.discardDrafts', { id: string }>('certificate.discardDrafts', async ({ id }, { db, lock }) => {
  await lock('certificateBatch', id)
  const batch = await db.selectFrom('certificate_batch').select('state').where('id', '=', id).executeTakeFirst()
  if (batch?.state !== 'discarded') return
  await db
    .updateTable('certificate_certificate')
    .set({ state: 'discarded' })
    .where('batchId', '=', id)
    .where('state', '=', 'draft')
    .execute()
})
