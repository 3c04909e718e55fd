/** Every hour: notifies the authors of works, in one message, of the comments that were shown since the last one. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'

interface Fresh {
  id: string
  userId: string
  title: string
  comments: number
}

export default defineHandler('work.tellComments', async (_input, context) => {
  const { rows } = await sql<Fresh>`
    WITH fresh AS (UPDATE work_comment SET "toldAt" = ${context.now.toISOString()} WHERE state = 'shown' AND "toldAt" IS NULL RETURNING "workId", "userId")
    SELECT w.id::text AS id, w."userId", w.title, count(*)::integer AS comments FROM fresh f JOIN work_work w ON w.id = f."workId"
    WHERE f."userId" <> w."userId" AND w."removedAt" IS NULL GROUP BY w.id, w."userId", w.title ORDER BY w.id`.execute(context.db)
  for (const { id, userId, title, comments } of rows)
    await context.messages.send('work.newComments', { userId }, { title, comments, page: `/personalCenter/works/${id}` })
  return { told: rows.length }
})
