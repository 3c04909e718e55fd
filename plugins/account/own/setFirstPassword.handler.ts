/** A password for an account that has none. Others who are signed in are signed out. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertNewPassword } from '../signIn/newPassword.ts'
import { ownContacts } from './ownContacts.ts'

export default defineHandler('account.setFirstPassword', async ({ newPassword }, context) => {
  const { db, session, sessions, record, fail } = context
  const { userName, phone, email } = await ownContacts(context)
  assertNewPassword(context, newPassword, [userName, phone, email])
  const passwordHash = await sessions.hashPassword(newPassword)
  const set = await db
    .updateTable('account_user')
    .set({ passwordHash })
    .where('id', '=', session.userId)
    .where('passwordHash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!set) return fail('PASSWORD_SET')
  await sessions.closeAll(session.userId!, session.sessionId ?? undefined, 'passwordChanged')
  await record({ entity: 'account.user', rowId: session.userId!, before: null, after: { passwordSet: true } })
  return null
})
