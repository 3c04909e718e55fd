/** Whether a competition is being judged: by its rounds where there are any, else by the dates of its schedule. */
import { defineExtension } from '../../runtime/core/contracts.ts'
import { phaseOf, roundsOf } from './round.ts'

export default defineExtension('signup.reviewing', 'rounds', async (competitionId, scheduled, context) => {
  const rounds = await roundsOf(competitionId, context)
  return rounds.length === 0 ? scheduled : rounds.some((round) => phaseOf(round, context.now) === 'open')
})
