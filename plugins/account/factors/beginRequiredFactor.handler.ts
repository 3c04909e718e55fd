import { defineHandler } from '../../../runtime/core/contracts.ts'
import { beginFactor } from './secondFactor.ts'

export default defineHandler('account.beginRequiredFactor', async ({ step }, context) => {
  const { userId } = await context.people.sessions.stepOf(step)
  return beginFactor(context, userId)
})
