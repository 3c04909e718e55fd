/** The organiser withdraws what organisations have not decided on yet. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { revokeSubmission } from './revokeSubmission.ts'
import { readSubmission } from './submission.ts'

/** Refused when no submission of the object waits. */
export default defineHandler('audit.revokeWaiting', async (of, context) => {
  const waiting = await context.rows.find('audit.submission', { ...of, state: 'waiting' })
  if (!waiting) return context.fail('AUDIT_DECIDED')
  // in the order in which a decision takes its locks
  await context.lock('audit', waiting.id)
  await revokeSubmission((await readSubmission(waiting.id, context))!, null, context)
  return null
})
