/** Withdraws the asker's own vote while voting is open: its row is deleted, the count goes down, and the vote can be given again. An invalidated vote
 *  stays. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { addVotes } from './addVotes.ts'
import { voterOf } from './voterOf.ts'
import { givenBy } from './voterStanding.ts'
import { openRules } from './votingRules.ts'

export default defineHandler('vote.withdrawVote', async ({ competitionId, workId }, context) => {
  const rules = await openRules(competitionId, context)
  if (!rules.takeBack) return context.fail('VOTE_FINAL')
  const voter = (await voterOf(context)) ?? context.fail('VOTE_COOKIE')
  if (voter.userId === null) await context.lock('vote', `${competitionId}:${voter.key}`)
  const own = { competitionId, workId, voter: voter.key, state: 'counted' as const }
  const [removed] = await context.rows.removeWhere('vote.ballot', own)
  if (removed === undefined) return context.fail('NOT_FOUND', { entity: 'vote.ballot', id: workId })
  await addVotes(competitionId, [{ workId, delta: -1 }], context)
  return { left: rules.perPerson - (await givenBy(voter, competitionId, context)).length }
})
