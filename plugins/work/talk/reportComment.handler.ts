/** A reader reports a comment; after so many reports it waits for the organiser. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('work.reportComment', async ({ id, reason }, context) => {
  const { db, rows, documents, session } = context
  const shown = await db.selectFrom('work_comment').selectAll().where('id', '=', id).where('state', '=', 'shown').executeTakeFirst()
  if (!shown) return context.fail('NOT_FOUND', { entity: 'work.comment', id })
  await context.call('work.show', { id: shown.workId })
  await context.rows.create('work.commentReport', { commentId: id, userId: session.userId!, reason })
  const { reportsToHide } = documents.settings('work.talk')
  await rows.count('work.comment', { id }, { reports: 1 })
  const { reports } = await rows.get('work.comment', id)
  if (reports >= reportsToHide) await rows.transitionWhere('work.commentLife', 'hold', { id })
  return null
})
