import { defineHandler } from '../../runtime/core/contracts.ts'
import { checkPassword } from './checkPassword.ts'
import { beginFactor, type FactorKey } from './secondFactor.ts'

export default defineHandler<{ password: string }, FactorKey>('account.beginSecondFactor', async ({ password }, context) => {
  await checkPassword(context, password)
  return beginFactor(context, context.session.userId!)
})
