/** Begins the job that withdraws what an import made. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('import.undo', async ({ id }, context) => {
  await context.rows.transition('import.life', 'undo', id)
  return { jobId: await context.jobs.enqueue('import.undoRows', { id }) }
})
