/** Turns the second factor on. Other devices signed in without it: they are signed out. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { confirmFactor } from './secondFactor.ts'

export default defineHandler('account.confirmSecondFactor', async ({ code }, context) => {
  const { session, people } = context
  const recoveryCodes = await confirmFactor(context, session.userId!, code)
  await people.sessions.closeAll(session.userId!, session.sessionId ?? undefined)
  return { recoveryCodes }
})
