/** A round of the competition that the call's access holds for. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { lockRounds, type Round, readRound } from '../round.ts'

interface Named {
  roundId: string
  competitionId: string
}

/** @throws NOT_FOUND also for a round of another competition */
export async function boardRound({ roundId, competitionId }: Named, context: HandlerContext): Promise<Round> {
  const round = await readRound(roundId, context)
  return round.competitionId === competitionId ? round : context.fail('NOT_FOUND', { entity: 'review.round', id: roundId })
}

/** The same, under the lock of the competition's rounds and of the row: experts who submit hold the row in share mode, so no review comes in meanwhile.
 *  @throws NOT_FOUND */
export async function heldRound(named: Named, context: HandlerContext): Promise<Round> {
  await boardRound(named, context)
  await lockRounds(named.competitionId, context)
  await context.db.selectFrom('review_round').select('id').where('id', '=', named.roundId).forUpdate().execute()
  return boardRound(named, context)
}
