/** The organiser cancels someone's sign-up. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertStaff } from './assertStaff.ts'
import { endEnrolment, lockEnrolment, readEnrolment, tell } from './enrolment.ts'

export default defineHandler('training.removeSignup', async ({ id, reason }, context) => {
  assertStaff(await readEnrolment(id, context), 'manageRegistration', context)
  const { enrolment, course } = await lockEnrolment(id, context)
  const ended = await endEnrolment(enrolment, { transition: 'withdraw', reason, fee: 'refunded' }, context)
  await tell(enrolment, course, 'training.removed', context, { reason })
  return ended
})
