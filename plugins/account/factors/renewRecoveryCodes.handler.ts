import { defineHandler } from '../../../runtime/core/contracts.ts'
import { proveFactor, renewRecoveryCodes } from './secondFactor.ts'

export default defineHandler('account.renewRecoveryCodes', async ({ code }, context) => {
  const userId = context.session.userId!
  await proveFactor(context, userId, code)
  await context.rows.record({ entity: 'account.user', rowId: userId, before: null, after: { recoveryCodesRenewed: true } })
  return { recoveryCodes: await renewRecoveryCodes(context, userId) }
})
