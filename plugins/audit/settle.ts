/** Applies the end of an approval to what was submitted. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { type Outcome, subjectOf } from './subject.ts'
import type { Submission } from './submission.ts'

/** The caller holds the lock of the submission. */
export function settle(submission: Submission, state: Outcome, reason: string | null, context: HandlerContext): Promise<void> {
  return subjectOf(submission.subject, context).settle(submission, state, reason, context)
}
