/** The organiser withdraws a submission that is still pending. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { mayEdit } from './mayEdit.ts'
import { revokeSubmission } from './revokeSubmission.ts'
import { readSubmission } from './submission.ts'

export default defineHandler('audit.revoke', async ({ id, reason = null }, context) => {
  const submission = await readSubmission(id, context)
  if (!submission || !mayEdit(submission, context)) return context.fail('NOT_FOUND', { entity: 'audit.submission', id })
  await revokeSubmission(submission, reason, context)
  return { id, state: 'revoked' }
})
