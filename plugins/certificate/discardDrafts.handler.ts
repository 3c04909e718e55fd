/** The job behind a batch that is discarded. */
import { defineHandler } from '../../runtime/core/contracts.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'certificate.discardDrafts': { id: string }
  }
}

export default defineHandler('certificate.discardDrafts', async ({ id }, { db, rows, lock }) => {
  await lock('certificateBatch', id)
  const batch = await db.selectFrom('certificate_batch').select('state').where('id', '=', id).executeTakeFirst()
  if (batch?.state !== 'discarded') return
  await rows.bulk('certificate.certificate', 'the entry of the batch tells of its certificates', (bulk) =>
    bulk
      .updateTable('certificate_certificate')
      .set({ state: 'discarded' })
      .where('batchId', '=', id)
      .where('state', '=', 'draft')
      .execute(),
  )
})
