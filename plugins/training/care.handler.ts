/** Every minute: reminds of sessions of the next day, and tells people of a course that has ended. Each message is ordered once. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'

const BATCH = 100
const DAY_MS = 86_400_000

export default defineHandler('training.care', async (_input, context) => {
  const { db, now } = context
  const [moment, tomorrow] = [now.toISOString(), new Date(now.getTime() + DAY_MS).toISOString()]
  const { rows: soon } = await sql<{ id: string; courseId: string }>`
    UPDATE training_session SET "remindedAt" = ${moment} WHERE id IN (
      SELECT s.id FROM training_session s JOIN training_course c ON c.id = s."courseId"
      WHERE s."remindedAt" IS NULL AND s."startsAt" > ${moment} AND s."startsAt" <= ${tomorrow} AND c.state IN ('published', 'closed')
      LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED)
    RETURNING id::text, "courseId"::text`.execute(db)
  for (const { id, courseId } of soon)
    await context.jobs.enqueue('training.tell', { id: courseId, template: 'training.reminder', sessionId: id })
  const { rows: over } = await sql<{ id: string }>`
    UPDATE training_course SET "toldEndAt" = ${moment} WHERE id IN (
      SELECT id FROM training_course WHERE "toldEndAt" IS NULL AND "endsAt" <= ${moment} AND state IN ('published', 'closed')
      LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id::text`.execute(db)
  for (const { id } of over) await context.jobs.enqueue('training.tell', { id, template: 'training.finished' })
  return { reminded: soon.length, finished: over.length }
})
