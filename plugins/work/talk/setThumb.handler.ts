/** A thumb for a work, or none: one row of each person, so that any number of clicks is one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { thumbsOf } from './thumbsOf.ts'

export default defineHandler('work.setThumb', async ({ id, on = true }, context) => {
  const { db, session } = context
  const userId = session.userId!
  if (on) {
    const { competitionId } = await db.selectFrom('work_work').select('competitionId').where('id', '=', id).executeTakeFirstOrThrow()
    await db
      .insertInto('work_thumb')
      .values({ workId: id, competitionId, userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else await db.deleteFrom('work_thumb').where('workId', '=', id).where('userId', '=', userId).execute()
  return thumbsOf(id, context)
})
