/** Begins the job that writes what a checked sheet holds. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readBatch } from '../batch.ts'

export default defineHandler('import.start', async ({ id }, context) => {
  const { state, sound } = await readBatch(id, context, { lock: true })
  if (state === 'checked' && sound === 0) return context.fail('IMPORT_NOTHING')
  await context.rows.transition('import.life', 'start', id)
  return { jobId: await context.jobs.enqueue('import.write', { id }) }
})
