/** Withdrawal of a pending submission. The caller holds its lock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { addEntry } from './addEntry.ts'
import { decidersOf } from './approvers.ts'
import { settle } from './settle.ts'
import { aboutOf, readSteps, type Submission } from './submission.ts'
import { tell } from './tell.ts'

/** Ends its stages and notifies the approvers. @throws FLOW_STATE when it is decided */
export async function revokeSubmission(submission: Submission, reason: string | null, context: HandlerContext): Promise<void> {
  const { id, competitionId, organisationId, number } = submission
  await context.rows.transition('audit.review', 'revoke', id, { reason })
  for (const step of await readSteps(id, context)) {
    if (step.state === 'waiting')
      await tell(context, 'audit.revoked', await decidersOf(step.organisationId, id, context), aboutOf(submission))
    if (step.state === 'waiting' || step.state === 'pending') await context.rows.transition('audit.level', 'close', step.id)
  }
  await settle(submission, 'revoked', reason, context)
  await addEntry(context, { competitionId, submissionId: id, number, action: 'revoke', reason, organisationId })
}
