/** The competitions whose results were published last, of those that everyone may see: of each its first list with the first lines. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type HandlerOutput } from '../../runtime/core/contracts.ts'
import { isoOf } from '../competition/times.ts'

const LINES = 3
const LISTS = 3

export default defineHandler('ranking.recent', async ({ pageSize = LISTS }, context) => {
  const lists = (await newestLists(context, pageSize)) as Omit<HandlerOutput<'ranking.recent'>['list'][number], 'awards'>[]
  const lines = await firstLines(
    context,
    lists.map(({ id }) => id),
  )
  const list = lists.map(({ publishedAt, ...facts }) => ({
    ...facts,
    publishedAt: isoOf(publishedAt),
    awards: lines.filter(({ listId }) => listId === facts.id).map(({ listId: _list, ...award }) => award),
  }))
  return { list, total: list.length }
})

function newestLists({ db }: HandlerContext, count: number) {
  const firstOfEach = db
    .selectFrom('ranking_list as list')
    .distinctOn('list.competitionId')
    .innerJoin('competition_competition as competition', 'competition.id', 'list.competitionId')
    .select(['list.id', 'list.competitionId', 'list.title', 'list.publishedAt'])
    .select(['competition.title as competition', 'competition.level', 'competition.cover'])
    .where('list.publishedVersion', 'is not', null)
    .where('list.removedAt', 'is', null)
    .where('competition.published', '=', true)
    .where('competition.visibility', '=', 'public')
    .orderBy('list.competitionId')
    .orderBy('list.position')
    .orderBy('list.id')
  return db.selectFrom(firstOfEach.as('first')).selectAll().orderBy('publishedAt', 'desc').orderBy('id', 'desc').limit(count).execute()
}

async function firstLines({ db }: HandlerContext, listIds: readonly string[]) {
  if (listIds.length === 0) return []
  const numbered = db
    .selectFrom('ranking_award as award')
    .innerJoin('ranking_list as list', 'list.id', 'award.listId')
    .whereRef('award.version', '=', 'list.publishedVersion')
    .select(['award.listId', 'award.rank', 'award.name', 'award.school'])
    .select(sql<number>`row_number() over (partition by award."listId" order by award.position, award.id)`.as('line'))
    .where('award.listId', 'in', [...listIds])
  return db
    .selectFrom(numbered.as('award'))
    .select(['listId', 'rank', 'name', 'school'])
    .where('line', '<=', LINES)
    .orderBy('listId')
    .orderBy('line')
    .execute()
}
