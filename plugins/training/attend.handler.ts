/** A person checks in by the code on the screen, during a session of the course. The second time changes nothing. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { isAdmitted, MARGIN_MS, recordAttendance } from './attendance.ts'
import { isCurrentCode } from './attendanceCode.ts'
import { lockCourse, type Session, sessionsOf } from './course.ts'
import type { Enrolment } from './enrolment.ts'

export default defineHandler('training.attend', async ({ courseId, code }, context) => {
  const { db, fail, session: person } = context
  const course = await lockCourse(courseId, context)
  const seat = `${courseId}:${person.userId}`
  const enrolment = (await db.selectFrom('training_enrolment').selectAll().where('seat', '=', seat).executeTakeFirst()) as
    | Enrolment
    | undefined
  if (course.state === 'cancelled' || !enrolment || !isAdmitted(enrolment)) return fail('TRAINING_NO_PLACE')
  const open = (await sessionsOf(courseId, context)).filter((session) => isOpen(session, context))
  if (open.length === 0) return fail('TRAINING_NOT_NOW')
  for (const session of open)
    if (await isCurrentCode(session.id, code, context))
      return { title: session.title, isNew: await recordAttendance(session, enrolment, 'code', context) }
  return fail('TRAINING_CODE')
})

function isOpen({ startsAt, endsAt }: Session, { now }: HandlerContext): boolean {
  const moment = now.getTime()
  return moment >= Date.parse(startsAt) - MARGIN_MS && moment <= Date.parse(endsAt) + MARGIN_MS
}
