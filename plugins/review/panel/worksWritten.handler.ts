/** Runs at the end of each call that wrote works: their conflicts with the panel are computed anew. Without a panel nothing is done. */
import { defineHandler, type WrittenRow } from '../../../runtime/core/contracts.ts'
import { refreshConflicts } from '../conflicts.ts'

export default defineHandler<'review.worksWritten', { rows: WrittenRow[] }>('review.worksWritten', async ({ rows }, context) => {
  const { db } = context
  const ids = [...new Set(rows.map(({ rowId }) => rowId))]
  const works = await db
    .selectFrom('work_work as w')
    .select(['w.id', 'w.competitionId'])
    .where('w.id', 'in', [...ids, '0'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('review_expert as e').select('e.id').whereRef('e.competitionId', '=', 'w.competitionId')),
    )
    .execute()
  for (const [competitionId, own] of Map.groupBy(works, (work) => work.competitionId))
    await refreshConflicts({ competitionId, workIds: own.map(({ id }) => id) }, context)
})
