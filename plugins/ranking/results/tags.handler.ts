/** Tags of the published lists of a competition, each once. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { likePattern } from '../../../runtime/core/likePattern.ts'

const MOST = 100

export default defineHandler('ranking.tags', async ({ competitionId, search }, { db }) => {
  const rows = await db
    .selectFrom('ranking_list as l')
    .innerJoin('competition_competition as c', 'c.id', 'l.competitionId')
    .select('l.tag')
    .distinct()
    .where('l.competitionId', '=', competitionId)
    .where('l.publishedVersion', 'is not', null)
    .where('l.removedAt', 'is', null)
    .where('c.published', '=', true)
    .where('l.tag', search ? 'ilike' : 'is not', search ? likePattern(search) : null)
    .orderBy('l.tag')
    .limit(MOST)
    .execute()
  const list = rows.map(({ tag }) => ({ tag: tag! }))
  return { list, total: list.length }
})
