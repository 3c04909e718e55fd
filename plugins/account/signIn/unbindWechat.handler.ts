/** Unlinks WeChat from the person's own account. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { ownWechat } from './outsideIdentity.ts'

export default defineHandler('account.unbindWechat', async (_input, context) => {
  const row = await ownWechat(context)
  if (!row) return null
  await context.remove('account.outsideIdentity', row)
  return null
})
