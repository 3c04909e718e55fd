/** The organiser withdraws a report that is still pending. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { revokeSubmission } from '../audit/revokeSubmission.ts'
import { waitingSubmission } from './waitingSubmission.ts'

export default defineHandler('summary.revocation', async ({ id, reason = null }, context) => {
  const submission = await waitingSubmission(id, context)
  await revokeSubmission(submission, reason, context)
  return { id, state: 'draft' }
})
