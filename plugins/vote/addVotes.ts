/** Changes counts of votes. Each change is a row of its own, so that votes do not wait for each other. Now and then one of them orders the fold, which
 *  adds the changes to the tallies and keeps their number small. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/** About one in so many changes orders a fold. */
const FOLD_EVERY = 200

export async function addVotes(
  competitionId: string,
  changes: readonly { workId: string; delta: 1 | -1 }[],
  { rows, jobs }: Pick<HandlerContext, 'rows' | 'jobs'>,
): Promise<void> {
  if (changes.length === 0) return
  const votes = changes.map(({ workId, delta }) => ({ competitionId, workId, delta }))
  const added = await rows.createAll('vote.change', votes)
  if (added.some((id) => BigInt(id) % BigInt(FOLD_EVERY) === 0n)) await jobs.enqueue('vote.fold', {})
}
