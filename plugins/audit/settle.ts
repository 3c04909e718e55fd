/** Applies the end of an approval to what was submitted. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { settleBatch } from '../certificate/audit/settleBatch.ts'
import { settleRanking } from '../ranking/settleRanking.ts'
import { settleReport } from '../summary/settleReport.ts'
import { type Submission, setCompetitionState } from './submission.ts'

/** The caller holds the lock of the submission. */
export async function settle(
  { subject, competitionId, listId, batchId, summaryId }: Submission,
  state: 'approved' | 'sentBack' | 'revoked',
  reason: string | null,
  context: HandlerContext,
): Promise<void> {
  if (subject === 'competition') await setCompetitionState(competitionId, state, context)
  else if (subject === 'certificates') await settleBatch(batchId!, state, context)
  else if (subject === 'summary') await settleReport(summaryId!, state, reason, context)
  else await settleRanking(listId!, state, reason, context)
}
