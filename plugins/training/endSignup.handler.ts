/** The organiser does not approve a sign-up, or cancels it: its place goes to the next. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertStaff } from './assertStaff.ts'
import { endEnrolment, lockEnrolment, readEnrolment, tell } from './enrolment.ts'

export default defineHandler('training.endSignup', async ({ id, reason, transition, template }, context) => {
  assertStaff(await readEnrolment(id, context), 'manageRegistration', context)
  const { enrolment, course } = await lockEnrolment(id, context)
  const ended = await endEnrolment(enrolment, { transition, reason, fee: 'refunded' }, context)
  await tell(enrolment, course, template, context, { reason })
  return ended
})
