/** A paused bulk refund was resumed (flow pay.runLife): its job goes on after the last order that was done. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('pay.atRunResumed', async ({ row }, context) => {
  const { id } = row as { id: string }
  await context.jobs.enqueue('pay.runRefunds', { id })
})
