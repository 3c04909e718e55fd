import { defineHandler } from '../../../runtime/core/contracts.ts'
import { recordSignIn } from '../signIn/recordSignIn.ts'
import { confirmFactor } from './secondFactor.ts'

export default defineHandler('account.confirmRequiredFactor', async ({ step, code }, context) => {
  const { userId } = await context.people.sessions.stepOf(step)
  const recoveryCodes = await confirmFactor(context, userId, code)
  await recordSignIn(context, userId, { secondFactor: true })
  return { ...(await context.people.sessions.takeStep(step)), recoveryCodes }
})
