/** A reader reports a comment; after so many reports it waits for the organiser. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { WorkTalkSettings } from '../../generated/settings.ts'

export default defineHandler('work.reportComment', async ({ id, reason }, context) => {
  const { db, settings, session } = context
  const shown = await db.selectFrom('work_comment').selectAll().where('id', '=', id).where('state', '=', 'shown').executeTakeFirst()
  if (!shown) return context.fail('NOT_FOUND', { entity: 'work.comment', id })
  await context.call('work.show', { id: shown.workId })
  await context.add('work.commentReport', { commentId: id, userId: session.userId!, reason })
  const { reportsToHide } = settings<WorkTalkSettings>('work.talk')
  await db
    .updateTable('work_comment')
    .set({ reports: sql`reports + 1`, state: sql`CASE WHEN reports + 1 >= ${reportsToHide} THEN 'waiting' ELSE state END` })
    .where('id', '=', id)
    .execute()
  return null
})
