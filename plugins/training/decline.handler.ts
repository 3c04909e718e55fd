/** The organiser does not approve a sign-up: its place goes to the next. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertStaff } from './assertStaff.ts'
import { endEnrolment, lockEnrolment, readEnrolment, tell } from './enrolment.ts'

export default defineHandler('training.decline', async ({ id, reason }, context) => {
  assertStaff(await readEnrolment(id, context), 'manageRegistration', context)
  const { enrolment, course } = await lockEnrolment(id, context)
  const ended = await endEnrolment(enrolment, { transition: 'decline', reason, fee: 'refunded' }, context)
  await tell(enrolment, course, 'training.declined', context, { reason })
  return ended
})
