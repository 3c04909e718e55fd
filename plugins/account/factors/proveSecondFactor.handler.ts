/** The second step of a sign-in. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { recordSignIn } from '../signIn/recordSignIn.ts'
import { proveFactor } from './secondFactor.ts'

export default defineHandler('account.proveSecondFactor', async ({ step, code }, context) => {
  const { userId } = await context.people.sessions.stepOf(step)
  await proveFactor(context, userId, code)
  await recordSignIn(context, userId, { secondFactor: true })
  return context.people.sessions.takeStep(step)
})
