/** Whether the asker may vote, on what they have voted, and the seed of the order in which they see works. Gives a visitor's browser the cookie that
 *  identifies it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { markedVoter, type Voter } from './voterOf.ts'
import { givenBy, refusalOf, votesLeft, votingDay } from './voterStanding.ts'
import { votingRules, windowAt } from './votingRules.ts'

export default defineHandler('vote.auth', async ({ competitionId }, context) => {
  const voter = await markedVoter(context)
  const seed = voter?.key ?? (await passing(context))
  const rules = await votingRules(competitionId, context)
  const nothing = { left: 0, leftToday: null, leftByEvent: {}, votedFor: [], seed }
  if (!rules) return { ...nothing, standing: 'none' }
  const given = voter ? await givenBy(voter, competitionId, context) : []
  const left = votesLeft(rules, given, votingDay(context))
  const shown = { ...left, votedFor: given.map(({ workId }) => workId), seed }
  const window = windowAt(rules, context.now.toISOString())
  if (window !== 'open') return { ...shown, standing: window }
  const refusal = await refusalOf(rules, context)
  if (refusal) return { ...shown, standing: refusal }
  return { ...shown, standing: left.left === 0 ? 'used' : left.leftToday === 0 ? 'usedToday' : 'may' }
})

/** A voter for this reply only, until the browser comes back with its cookie. */
async function passing({ people, request }: HandlerContext): Promise<Voter['key']> {
  return (await people.signed.derive('vote.seed', request.ip)).slice(0, 16)
}
