/** A thumb for a work, or none: one row of each person, so that any number of clicks is one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { thumbsOf } from './thumbsOf.ts'

export default defineHandler('work.setThumb', async ({ id, on = true }, context) => {
  const { rows, session } = context
  const userId = session.userId!
  if (on) {
    const { competitionId } = await context.rows.get('work.work', id)
    await rows.createMissing('work.thumb', ['workId', 'userId'], [{ workId: id, competitionId, userId }])
  } else await rows.removeWhere('work.thumb', { workId: id, userId })
  return thumbsOf(id, context)
})
