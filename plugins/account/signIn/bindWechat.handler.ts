/** Links a WeChat account to the person's own account, to sign in with. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { identityToBind, linkIdentity, WECHAT } from './outsideIdentity.ts'

export default defineHandler('account.bindWechat', async (input, context) => {
  const identity = await identityToBind(context, input)
  await linkIdentity(context, context.session.userId!, { service: WECHAT, ...identity })
  return { name: identity.name }
})
