import { defineHandler } from '../../../runtime/core/contracts.ts'
import { beginFactor, type FactorKey } from './secondFactor.ts'

export default defineHandler<{ step: string }, FactorKey>('account.beginRequiredFactor', async ({ step }, context) => {
  const { userId } = await context.sessions.stepOf(step)
  return beginFactor(context, userId)
})
