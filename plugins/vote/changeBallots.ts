/** Moves votes between counted and invalid, each once: a vote that is in the other state already, or was taken back meanwhile, changes nothing. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { addVotes } from './addVotes.ts'

/** Rows of one statement. */
const BATCH = 1000

export async function changeBallots(
  { competitionId, ids, to, reason }: { competitionId: string; ids: readonly string[]; to: 'counted' | 'invalid'; reason: string },
  context: HandlerContext,
): Promise<number> {
  const from = to === 'invalid' ? 'counted' : 'invalid'
  let changed = 0
  for (let first = 0; first < ids.length; first += BATCH) {
    const rows = await context.db
      .updateTable('vote_ballot')
      .set({ state: to, reason: to === 'invalid' ? reason : null, updatedAt: context.now.toISOString() })
      .where('competitionId', '=', competitionId)
      .where('id', 'in', ids.slice(first, first + BATCH))
      .where('state', '=', from)
      .returning(['id', 'workId', 'organisationId'])
      .execute()
    const delta = to === 'invalid' ? -1 : 1
    await addVotes(
      competitionId,
      rows.map(({ workId }) => ({ workId, delta })),
      context,
    )
    for (const { id, workId, organisationId } of rows) {
      const of = { competitionId, organisationId }
      await context.record({ entity: 'vote.ballot', rowId: id, before: { workId, state: from }, after: { workId, state: to }, reason, of })
    }
    changed += rows.length
  }
  return changed
}
