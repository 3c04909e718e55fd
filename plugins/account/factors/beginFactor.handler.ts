/** Begins with a second factor: while signing in, or for who is signed in. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { beginFactor } from './secondFactor.ts'

export default defineHandler('account.beginFactor', async ({ step }, context) => {
  const userId = step === undefined ? context.session.userId! : (await context.people.sessions.stepOf(step)).userId
  return beginFactor(context, userId)
})
