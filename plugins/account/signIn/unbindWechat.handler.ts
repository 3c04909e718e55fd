/** Takes WeChat off the own account. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { ownWechat } from './outsideIdentity.ts'

export default defineHandler('account.unbindWechat', async (_input, context) => {
  const row = await ownWechat(context)
  if (!row) return null
  const { id, ...before } = row
  await context.db.deleteFrom('account_outsideIdentity').where('id', '=', id).execute()
  await context.record({ entity: 'account.outsideIdentity', rowId: id, before, after: null })
  return null
})
