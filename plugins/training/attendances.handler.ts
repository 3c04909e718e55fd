/** People with a place in the course of a session, and whether they attended it. */

import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { searchForm } from '../../runtime/core/values/normaliseText.ts'
import type { PayStanding } from '../generated/enums.ts'
import { assertStaff } from './assertStaff.ts'
import { readSession } from './attendance.ts'
import { readCourse } from './course.ts'

interface Row {
  id: string
  name: string
  school: string | null
  payState: PayStanding
  attended: number
  present: boolean
}

export default defineHandler('training.attendances', async ({ sessionId, pageNum = 1, pageSize = 50, search = '' }, context) => {
  const session = await readSession(sessionId, context)
  assertStaff(session, 'manageSignup', context)
  const { sessionCount: sessions } = await readCourse(session.courseId, context)
  const words = searchForm(search)
  const from = sql`FROM training_enrolment e WHERE e."courseId" = ${session.courseId} AND e.state = 'enrolled'
    AND (${search.trim()} = '' OR platform_finds(e.name, ${words}) OR platform_finds(e.school, ${words}))`
  const { rows } = await sql<Row>`
    SELECT e.id::text AS id, e.name, e.school, e."payState", e.attended,
      EXISTS (SELECT FROM training_attendance a WHERE a."enrolmentId" = e.id AND a."sessionId" = ${sessionId}) AS present
    ${from} ORDER BY e.name, e.id LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(context.db)
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(context.db)
  return { list: rows.map((row) => ({ ...row, sessions })), total: counted.rows[0]?.total ?? 0, pageNum, pageSize }
})
