/** Tags of the published lists of a competition, each once. */

import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { searchForm } from '../../../runtime/core/values/normaliseText.ts'

const MAX = 100

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
    .where(search ? sql<boolean>`platform_finds(l.tag, ${searchForm(search)})` : sql<boolean>`l.tag IS NOT NULL`)
    .orderBy('l.tag')
    .limit(MAX)
    .execute()
  const list = rows.map(({ tag }) => ({ tag: tag! }))
  return { list, total: list.length }
})
