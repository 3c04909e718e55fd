/** Applies the end of an approval to what was submitted. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Outcome } from './subject.ts'
import { type Submission, setCompetitionState } from './submission.ts'

/** The caller holds the lock of the submission. */
export async function settle(submission: Submission, state: Outcome, reason: string | null, context: HandlerContext): Promise<void> {
  const subject = context.extensions('audit.subject').get(submission.subject)
  if (subject) await subject.settle(submission, state, reason, context)
  else await setCompetitionState(submission.competitionId, state, context)
}
