/** What visitors see of the results: nothing before the date that the organiser chose, nor while works are hidden because they are judged blind. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { resultPage } from './resultPage.ts'
import { votingRules } from './votingRules.ts'

export default defineHandler('vote.shownResults', async (input, context) => {
  const rules = await votingRules(input.competitionId, context)
  const isShown = rules !== null && rules.resultsAt !== null && rules.resultsAt <= context.now.toISOString()
  if (!isShown || (await areHeld(input.competitionId, context)))
    return { list: [], total: 0, votes: 0, pageNum: input.pageNum ?? 1, pageSize: input.pageSize ?? 0 }
  return resultPage(input, context)
})

/** Results name authors beside works. */
async function areHeld(competitionId: string, { db, now }: HandlerContext): Promise<boolean> {
  const row = await db
    .selectFrom('competition_competition')
    .select('id')
    .where('id', '=', competitionId)
    .where('worksHeldFrom', '<=', now.toISOString())
    .where('worksHeldUntil', '>=', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}
