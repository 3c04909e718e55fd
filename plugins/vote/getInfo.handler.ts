/** When and by whom the works of a competition are voted on. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { votingRules, windowAt } from './votingRules.ts'

const NONE = {
  ...{ exists: false, opensAt: null, closesAt: null, open: false, who: null, perPerson: null, perDay: null, perEvent: null },
  ...{ takeBack: false, resultsAt: null, resultsShown: false, note: null },
}

export default defineHandler('vote.getInfo', async ({ competitionId }, context) => {
  const now = context.now.toISOString()
  const rules = await votingRules(competitionId, context)
  if (!rules) return { ...NONE, competitionId, now }
  const { opensAt, closesAt, who, perPerson, perDay, perEvent, takeBack: mayWithdraw, resultsAt, note } = rules
  const facts = { opensAt, closesAt, who, perPerson, perDay, perEvent, takeBack: mayWithdraw, resultsAt, note }
  return {
    ...facts,
    exists: true,
    competitionId,
    open: windowAt(rules, now) === 'open',
    resultsShown: resultsAt !== null && resultsAt <= now,
    now,
  }
})
