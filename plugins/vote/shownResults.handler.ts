/** What visitors see of the results: nothing before the date that the organiser chose. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { resultPage } from './resultPage.ts'
import { votingRules } from './votingRules.ts'

export default defineHandler('vote.shownResults', async (input, context) => {
  const rules = await votingRules(input.competitionId, context)
  const isShown = rules !== null && rules.resultsAt !== null && rules.resultsAt <= context.now.toISOString()
  if (!isShown) return { list: [], total: 0, votes: 0, pageNum: input.pageNum ?? 1, pageSize: input.pageSize ?? 0 }
  return resultPage(input, context)
})
