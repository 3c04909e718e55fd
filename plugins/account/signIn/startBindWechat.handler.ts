/** Where a signed-in person goes to bind WeChat. The state is a ticket of this very session: the way back may lead over another host, whose cookies
 *  this one does not see. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { issueBindState, providerOf } from './outsideIdentity.ts'

export default defineHandler('account.startBindWechat', async (_input, context) => {
  const provider = providerOf(context)
  const { bindPath } = context.documents.settings('account.outside')
  return { address: provider.authorizeUrl({ state: await issueBindState(context), returnTo: bindPath }) }
})
