/** Undoes a removal: the expert is on the panel as before. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { refreshConflicts } from '../conflicts.ts'
import { lockExpert, ofExpert } from './panel.ts'

export default defineHandler('review.restoreExpert', async ({ id }, context) => {
  const row = await lockExpert(id, context)
  if (row.state !== 'removed') return { id }
  await context.rows.save('review.expert', row, { state: row.stateBefore ?? 'invited', stateBefore: null }, ofExpert(row))
  await refreshConflicts({ competitionId: row.competitionId, userIds: [row.userId] }, context)
  return { id }
})
