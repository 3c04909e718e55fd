/** The submission by which a report waits, under its lock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { readSubmission, type Submission } from '../audit/submission.ts'

/** @throws SUMMARY_STATE when none waits */
export async function waitingSubmission(reportId: string, context: HandlerContext): Promise<Submission> {
  const row = await context.rows.find('audit.submission', { summaryId: reportId, state: 'waiting' })
  if (!row) return context.fail('SUMMARY_STATE')
  await context.lock('audit', row.id)
  const submission = await readSubmission(row.id, context)
  return submission?.state === 'waiting' ? submission : context.fail('SUMMARY_STATE')
}
