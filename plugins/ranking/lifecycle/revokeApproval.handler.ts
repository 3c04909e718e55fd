/** Withdraws a list from approval while organisations have not decided on it: it is final again. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { revokeSubmission } from '../../audit/revokeSubmission.ts'
import { readSubmission } from '../../audit/submission.ts'

export default defineHandler('ranking.revokeApproval', async ({ id }, context) => {
  await context.call('ranking.managed', { id })
  const waiting = await context.db
    .selectFrom('audit_submission')
    .select('id')
    .where('listId', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!waiting) return context.fail('AUDIT_DECIDED')
  // in the order in which a decision takes its locks
  await context.lock('audit', waiting.id)
  await revokeSubmission((await readSubmission(waiting.id, context))!, null, context)
  return { id, state: 'final' }
})
