import { defineHandler, type IdentityProvider } from '../../../runtime/core/contracts.ts'
import { ownWechat, WECHAT } from './outsideIdentity.ts'

export default defineHandler('account.wechat', async (_input, context) => {
  const row = await ownWechat(context)
  return {
    offered: context.documents.service<IdentityProvider>(WECHAT) !== null,
    bound: row !== undefined,
    name: row?.name ?? null,
    since: row?.createdAt ?? null,
  }
})
