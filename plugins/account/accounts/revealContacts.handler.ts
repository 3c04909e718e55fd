/** Phone, email and username of one account in full. Who looked, and why, is in the operation log before the reply leaves. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { accountsInReach } from './accountsInReach.ts'

export default defineHandler('account.revealContacts', async ({ id, reason }, context) => {
  const row = await accountsInReach(context)
    .select(['u.name', 'u.userName', 'u.phone', 'u.email'])
    .where('u.id', '=', id)
    .executeTakeFirst()
  if (!row) return context.fail('NOT_FOUND', { entity: 'account.user', id })
  const revealed = (['userName', 'phone', 'email'] as const).filter((field) => row[field] !== null)
  await context.record({ entity: 'account.user', rowId: id, before: null, after: { revealed }, reason })
  return { id, ...row }
})
