/** Moves votes between counted and invalid, each once: a vote that is in the other state already, or was withdrawn meanwhile, changes nothing. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { addVotes } from './addVotes.ts'

/** Rows of one statement. */
const BATCH = 1000

export async function changeBallots(
  { competitionId, ids, to, reason }: { competitionId: string; ids: readonly string[]; to: 'counted' | 'invalid'; reason: string },
  context: HandlerContext,
): Promise<number> {
  let changed = 0
  for (let first = 0; first < ids.length; first += BATCH) {
    const which = { competitionId, id: ids.slice(first, first + BATCH) }
    const [transition, change] = to === 'invalid' ? (['invalidate', { reason }] as const) : (['restore', {}] as const)
    const moved = await context.rows.transitionWhere('vote.ballotLife', transition, which, change, { reason })
    if (moved.length === 0) continue
    const rows = await context.db.selectFrom('vote_ballot').select('workId').where('id', 'in', moved).execute()
    const delta = to === 'invalid' ? -1 : 1
    await addVotes(
      competitionId,
      rows.map(({ workId }) => ({ workId, delta })),
      context,
    )
    changed += moved.length
  }
  return changed
}
