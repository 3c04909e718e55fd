import { defineHandler } from '../../../runtime/core/contracts.ts'
import { proveFactor, removeFactor } from './secondFactor.ts'

export default defineHandler('account.removeSecondFactor', async ({ code }, context) => {
  const userId = context.session.userId!
  if (await context.people.sessions.requiresSecondFactor(userId)) return context.fail('SECOND_FACTOR_REQUIRED')
  await proveFactor(context, userId, code)
  await removeFactor(context, userId)
  return null
})
