/** The code of a session for the screen in the room, with the address behind its QR code. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertStaff } from './assertStaff.ts'
import { readSession } from './attendance.ts'
import { currentCode } from './attendanceCode.ts'

export default defineHandler('training.code', async ({ id }, context) => {
  const session = await readSession(id, context)
  const { courseId, attended, title } = session
  assertStaff(session, 'manageSignup', context)
  const { code, until } = await currentCode(id, context)
  return { id, title, attended, code, until, address: `${context.site}/training/${courseId}/attend?code=${code}` }
})
