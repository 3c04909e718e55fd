/** Whether a competition is being judged: by its rounds where there are any, else by the dates of its schedule. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { phaseOf, roundsOf } from './round.ts'

/** @param scheduled  what the dates of the schedule say */
export async function isReviewOpen(competitionId: string, scheduled: boolean, context: HandlerContext): Promise<boolean> {
  const rounds = await roundsOf(competitionId, context)
  return rounds.length === 0 ? scheduled : rounds.some((round) => phaseOf(round, context.now) === 'open')
}
