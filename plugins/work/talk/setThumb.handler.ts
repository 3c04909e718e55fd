/** A thumb for a work, or none: one row of each person, so that any number of clicks is one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { thumbsOf } from './thumbsOf.ts'

export default defineHandler('work.setThumb', async ({ id, on = true }, context) => {
  const { db, rows, session } = context
  const userId = session.userId!
  if (on) {
    const { competitionId } = await db.selectFrom('work_work').select('competitionId').where('id', '=', id).executeTakeFirstOrThrow()
    await rows.createMissing('work.thumb', ['workId', 'userId'], [{ workId: id, competitionId, userId }])
  } else await rows.removeWhere('work.thumb', { workId: id, userId })
  return thumbsOf(id, context)
})
