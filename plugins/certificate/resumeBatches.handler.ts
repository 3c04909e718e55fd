/** Every hour: batches whose job was lost with its process continue. */
import { defineHandler } from '../../runtime/core/contracts.ts'

const STALE_MS = 15 * 60_000

export default defineHandler('certificate.resumeBatches', async (_, { db, now, jobs }) => {
  const before = new Date(now.getTime() - STALE_MS).toISOString()
  const stale = await db
    .selectFrom('certificate_batch')
    .select(['id', 'state'])
    .where('state', 'in', ['waiting', 'drawing'])
    .where('workedAt', '<', before)
    .limit(100)
    .execute()
  for (const { id, state } of stale) await jobs.enqueue(state === 'waiting' ? 'certificate.fillBatch' : 'certificate.drawBatch', { id })
})
