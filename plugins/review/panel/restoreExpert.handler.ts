/** Undoes a removal: the expert is on the panel as before. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { refreshConflicts } from '../conflicts.ts'
import { lockExpert } from './panel.ts'

const BACK_TO = { invited: 'restore', accepted: 'restoreAccepted', declined: 'restoreDeclined', removed: 'restore' } as const

export default defineHandler('review.restoreExpert', async ({ id }, context) => {
  const row = await lockExpert(id, context)
  if (row.state !== 'removed') return { id }
  await context.rows.transition('review.expertLife', BACK_TO[row.stateBefore ?? 'invited'], id)
  await refreshConflicts({ competitionId: row.competitionId, userIds: [row.userId] }, context)
  return { id }
})
