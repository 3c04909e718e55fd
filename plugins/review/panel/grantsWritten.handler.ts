/** Runs at the end of each call that gave or took roles: anyone who judges a competition and organises it now, or no longer does, is in conflict with its works, or no
 *  longer. People on no panel cost one look. */
import { defineHandler, type WrittenRow } from '../../../runtime/core/contracts.ts'
import { refreshConflicts } from '../conflicts.ts'

export default defineHandler<'review.grantsWritten', { rows: WrittenRow[] }>('review.grantsWritten', async ({ rows }, context) => {
  const people = new Set(rows.flatMap(({ before, after }) => [before, after].flatMap((row) => personIn(row))))
  if (people.size === 0) return
  const panels = await context.db
    .selectFrom('review_expert')
    .select(['competitionId', 'userId'])
    .where('userId', 'in', [...people])
    .where('state', 'in', ['invited', 'accepted'])
    .orderBy('competitionId')
    .execute()
  for (const [competitionId, own] of Map.groupBy(panels, (row) => row.competitionId))
    await refreshConflicts({ competitionId, userIds: own.map(({ userId }) => userId) }, context)
})

function personIn(row: unknown): string[] {
  const { userId } = Object(row)
  return typeof userId === 'string' ? [userId] : []
}
