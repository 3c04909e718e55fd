/** Runs at the end of each call that wrote works: their assignments follow the pool check, and their conflicts with the panel are computed anew. Competitions without
 *  judging pay one look. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext, type WrittenRow } from '../../../runtime/core/contracts.ts'
import { followPoolCheck } from '../assignment/followPoolCheck.ts'
import { refreshConflicts } from '../conflicts.ts'

export default defineHandler<'review.worksWritten', { rows: WrittenRow[] }>('review.worksWritten', async ({ rows }, context) => {
  const checked = new Set(rows.filter(({ after }) => 'poolState' in Object(after)).map(({ rowId }) => rowId))
  for (const [competitionId, ids] of await judged(checked, 'review_round', context)) await followPoolCheck(competitionId, ids, context)
  const written = new Set(rows.map(({ rowId }) => rowId))
  for (const [competitionId, workIds] of await judged(written, 'review_expert', context))
    await refreshConflicts({ competitionId, workIds }, context)
})

/** Works by their competitions, of those that have rows in the table. */
async function judged(
  ids: ReadonlySet<string>,
  table: 'review_round' | 'review_expert',
  { db }: HandlerContext,
): Promise<Map<string, string[]>> {
  if (ids.size === 0) return new Map()
  const works = await db
    .selectFrom('work_work as w')
    .select(['w.id', 'w.competitionId'])
    .where('w.id', 'in', [...ids])
    .where(sql<boolean>`exists (select from ${sql.table(table)} j where j."competitionId" = w."competitionId")`)
    .execute()
  const grouped = Map.groupBy(works, ({ competitionId }) => competitionId)
  return new Map([...grouped].map(([competitionId, own]) => [competitionId, own.map(({ id }) => id)]))
}
