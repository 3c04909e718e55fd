/** What a round judges: the pinned version of a work, else the work as it is. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

type Db = Pick<HandlerContext, 'db'>

/** Rows of works `w`, and of their versions `v` in a round, where one is pinned. */
export function judgedWorks(roundId: string, { db }: Db) {
  return db
    .selectFrom('work_work as w')
    .leftJoin('review_pin as p', (join) => join.onRef('p.workId', '=', 'w.id').on('p.roundId', '=', roundId))
    .leftJoin('work_version as v', 'v.id', 'p.versionId')
}

/** A column of the judged text. A pinned version counts as a whole: what it left empty stays empty. */
export function judgedColumn<T>(name: 'title' | 'introduction' | 'keywords' | 'link' | 'formHash' | 'answers' | 'revision') {
  return sql<T>`case when v."id" is null then w.${sql.ref(name)} else v.${sql.ref(name)} end`
}

/** The work was changed after the round began. */
export const isChanged = sql<boolean>`v."id" is not null and v."revision" < w."revision"`

export interface JudgedText {
  title: string
  link: string | null
  formHash: string
  answers: unknown
}

/** @throws for a work that does not exist */
export async function judgedText({ roundId, workId }: { roundId: string; workId: string }, context: Db): Promise<JudgedText> {
  return judgedWorks(roundId, context)
    .select([
      judgedColumn<string>('title').as('title'),
      judgedColumn<string | null>('link').as('link'),
      judgedColumn<string>('formHash').as('formHash'),
      judgedColumn<unknown>('answers').as('answers'),
    ])
    .where('w.id', '=', workId)
    .executeTakeFirstOrThrow()
}

/** Title of a work `w` as it was judged last: in the round that began last among those of the work. For rankings and certificates. */
export function lastJudgedTitle(now: Date) {
  return sql<string>`coalesce((
    select v."title" from review_pin p join work_version v on v."id" = p."versionId"
    where p."workId" = w."id" and not exists (
      select from review_assignment a join review_round r on r."id" = a."roundId"
      where a."workId" = w."id" and a."state" <> 'withdrawn' and r."removedAt" is null and r."opensAt" <= ${now.toISOString()} and r."opensAt" > p."createdAt")
    order by p."id" desc limit 1), w."title")`
}

/** Texts of works that reviewers may be shown: the present one, and those that a round pinned. */
export async function reviewableTexts(workIds: readonly string[], { db }: Db) {
  const ids = [...workIds, '0']
  const now = await db.selectFrom('work_work').select(['id as workId', 'link', 'answers']).where('id', 'in', ids).execute()
  const pinned = await db
    .selectFrom('work_version')
    .select(['workId', 'link', 'answers'])
    .where('workId', 'in', ids)
    .where('id', 'in', db.selectFrom('review_pin').select('versionId').where('workId', 'in', ids))
    .execute()
  return [...now, ...pinned]
}
