/** The organiser withdraws what organisations have not decided on yet. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { revokeSubmission } from './revokeSubmission.ts'
import { readSubmission } from './submission.ts'

/** @param of  column of the submission that names the object, and its id. @throws AUDIT_DECIDED when no submission of it waits */
export async function revokeWaiting(of: 'listId' | 'batchId', id: string, context: HandlerContext): Promise<void> {
  const waiting = await context.db
    .selectFrom('audit_submission')
    .select('id')
    .where(of, '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!waiting) return context.fail('AUDIT_DECIDED')
  // in the order in which a decision takes its locks
  await context.lock('audit', waiting.id)
  await revokeSubmission((await readSubmission(waiting.id, context))!, null, context)
}
