/** A paused sending was resumed (flow message.life): its job continues. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('message.atBulkResumed', async ({ row }, context) => {
  await context.jobs.enqueue('message.bulkDeliver', { taskId: (row as { id: string }).id })
})
