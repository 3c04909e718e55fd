/** Signs in by WeChat. A person without an account here is answered a ticket, with which a phone is bound next. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertOpen } from '../accounts/findAccount.ts'
import { accountOf, identityBehind, issueBindTicket } from './outsideIdentity.ts'
import { recordSignIn } from './recordSignIn.ts'

export default defineHandler('account.signInByWechat', async (input, context) => {
  const { people } = context
  const identity = await identityBehind(context, input)
  const account = await accountOf(context, identity)
  if (!account) return { bind: await issueBindTicket(context, identity) }
  assertOpen(context, account)
  const answer = await people.sessions.open(account.id)
  await recordSignIn(context, account.id)
  return answer
})
