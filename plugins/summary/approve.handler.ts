/** Approves a report at the present stage. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { waitingSubmission } from './waitingSubmission.ts'

export default defineHandler('summary.approve', async ({ id, reason = null }, context) => {
  const submission = await waitingSubmission(id, context)
  await context.call('audit.approve', { id: submission.id, position: submission.position, reason })
  return { id, state: (await context.rows.get('summary.report', id)).state }
})
