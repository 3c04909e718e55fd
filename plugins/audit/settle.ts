/** Applies the end of an approval to the submitted competition or ranking. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { settleBatch } from '../certificate/audit/settleBatch.ts'
import { settleRanking } from '../ranking/settleRanking.ts'
import { type Submission, setCompetitionState } from './submission.ts'

/** The caller holds the lock of the submission. */
export async function settle(
  { subject, competitionId, listId, batchId }: Submission,
  state: 'approved' | 'sentBack' | 'revoked',
  reason: string | null,
  context: HandlerContext,
): Promise<void> {
  if (subject === 'competition') await setCompetitionState(competitionId, state, context)
  else if (subject === 'certificates') await settleBatch(batchId!, state, context)
  else await settleRanking(listId!, state, reason, context)
}
