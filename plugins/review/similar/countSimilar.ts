import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

/** Stores for each work of a competition the number of works that are similar to it, without dismissed similarities. */
export async function countSimilar(competitionId: string, { db }: Pick<HandlerContext, 'db'>): Promise<void> {
  await sql`
    with pair as (
      select "workId", "otherId" from review_similarity where "competitionId" = ${competitionId} and "dismissedAt" is null
      union select "otherId", "workId" from review_similarity where "competitionId" = ${competitionId} and "dismissedAt" is null
    ), counted as (
      select w."id", (select count(*)::integer from pair p where p."workId" = w."id") as "count"
      from work_work w where w."competitionId" = ${competitionId} and (w."similar" > 0 or w."id" in (select "workId" from pair))
    )
    update work_work w set "similar" = c."count" from counted c where w."id" = c."id" and w."similar" <> c."count"`.execute(db)
}
