/** Begins the check of a sheet; a job does it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readBatch } from '../batch.ts'

export default defineHandler('import.check', async ({ id, duplicates }, context) => {
  const { columns, state } = await readBatch(id, context, { lock: true })
  if (!columns?.some(({ target }) => target !== null)) return context.fail('IMPORT_UNMATCHED')
  // one that was never finished begins anew
  if (state === 'checking') await context.rows.transition('import.life', 'recheck', id)
  await context.rows.transition('import.life', 'examine', id)
  if (duplicates) await context.rows.save('import.batch', { id }, { duplicates })
  return { jobId: await context.jobs.enqueue('import.checkRows', { id }) }
})
