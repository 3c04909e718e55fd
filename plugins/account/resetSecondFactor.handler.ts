/** For somebody who lost the device. Whoever finds it is signed out with everybody else. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { removeFactor } from './secondFactor.ts'

export default defineHandler<{ userId: string; reason?: string }>('account.resetSecondFactor', async ({ userId, reason }, context) => {
  if (!(await removeFactor(context, userId, reason))) return context.fail('SECOND_FACTOR_OFF')
  await context.sessions.closeAll(userId, undefined, 'secondFactorReset')
  return null
})
