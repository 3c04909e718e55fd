/** Staff record by hand that someone attended a session, or take it back. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertStaff } from './assertStaff.ts'
import { isAdmitted, readSession, recordAttendance, removeAttendance } from './attendance.ts'
import { lockEnrolment, readEnrolment } from './enrolment.ts'

export default defineHandler('training.mark', async ({ id, sessionId, present }, context) => {
  assertStaff(await readEnrolment(id, context), 'manageRegistration', context)
  const { enrolment } = await lockEnrolment(id, context)
  const session = await readSession(sessionId, context)
  if (session.courseId !== enrolment.courseId) return context.fail('NOT_FOUND', { entity: 'training.session', id: sessionId })
  if (!present) await removeAttendance(session, enrolment, context)
  else if (isAdmitted(enrolment)) await recordAttendance(session, enrolment, 'hand', context)
  else return context.fail('TRAINING_NO_PLACE')
  return { id, present }
})
