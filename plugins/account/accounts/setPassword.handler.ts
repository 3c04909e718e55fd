/** Sets the password of another person's account and ends its sessions. Changing one's own password requires the current one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertNoMoreRights } from '../grants/assertNoMoreRights.ts'
import { assertNewPassword } from '../signIn/newPassword.ts'

export default defineHandler('account.setPassword', async ({ id, password }, context) => {
  const { db, session, people, rows, fail } = context
  if (id === session.userId) return fail('OWN_ACCOUNT')
  const row = await db
    .selectFrom('account_user')
    .select(['state', 'userName', 'phone', 'email'])
    .where('id', '=', id)
    .where('state', '!=', 'closed')
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'account.user', id })
  assertNewPassword(context, password, [row.userName, row.phone, row.email])
  if (row.state === 'active') await assertNoMoreRights(context, id)
  const passwordHash = await people.sessions.hashPassword(password)
  await context.rows.save('account.user', { id }, { passwordHash })
  await people.sessions.closeAll(id)
  people.sessions.changed(id)
  await rows.record({ entity: 'account.user', rowId: id, before: null, after: { passwordSet: true } })
  return { id }
})
