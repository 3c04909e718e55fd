/** The second step of a sign-in. */
import { defineHandler, type Tokens } from '../../runtime/core/contracts.ts'
import { proveFactor } from './secondFactor.ts'

export default defineHandler<{ step: string; code: string }, Tokens>('account.proveSecondFactor', async ({ step, code }, context) => {
  const { userId } = await context.sessions.stepOf(step)
  await proveFactor(context, userId, code)
  await context.record({ entity: 'account.user', rowId: userId, before: null, after: { signedIn: true, secondFactor: true } })
  return context.sessions.takeStep(step)
})
