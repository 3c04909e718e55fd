/** Leads the browser to WeChat's QR code. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { providerOf, startState } from './outsideIdentity.ts'

const FOUND = 302

export default defineHandler('account.wechatStart', ({ from }, context) => {
  const provider = providerOf(context)
  const { returnPath } = context.documents.settings('account.outside')
  const returnTo = from ? `${returnPath}?${new URLSearchParams({ [context.platform.app.returnParameter]: from })}` : returnPath
  const { reply } = context
  reply.status(FOUND)
  reply.header('location', provider.authorizeUrl({ state: startState(context), returnTo }))
  reply.header('cache-control', 'no-store')
  reply.stream(Buffer.alloc(0))
})
