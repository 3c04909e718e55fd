import { defineHandler, type Tokens } from '../../../runtime/core/contracts.ts'
import { recordSignIn } from '../signIn/recordSignIn.ts'
import { confirmFactor } from './secondFactor.ts'

type Confirmed = Tokens & { recoveryCodes: string[] }

export default defineHandler<{ step: string; code: string }, Confirmed>(
  'account.confirmRequiredFactor',
  async ({ step, code }, context) => {
    const { userId } = await context.sessions.stepOf(step)
    const recoveryCodes = await confirmFactor(context, userId, code)
    await recordSignIn(context, userId, { secondFactor: true })
    return { ...(await context.sessions.takeStep(step)), recoveryCodes }
  },
)
