/** A password for an account that has none. Others who are signed in are signed out. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertNewPassword } from '../signIn/newPassword.ts'
import { ownContacts } from './ownContacts.ts'

export default defineHandler('account.setFirstPassword', async ({ newPassword }, context) => {
  const { rows, session, people, fail } = context
  const { userName, phone, email } = await ownContacts(context)
  assertNewPassword(context, newPassword, [userName, phone, email])
  const passwordHash = await people.sessions.hashPassword(newPassword)
  const [set] = await rows.saveWhere('account.user', { id: session.userId!, passwordHash: null }, { passwordHash })
  if (set === undefined) return fail('PASSWORD_SET')
  await people.sessions.closeAll(session.userId!, session.sessionId ?? undefined, 'passwordChanged')
  await rows.record({ entity: 'account.user', rowId: session.userId!, before: null, after: { passwordSet: true } })
  return null
})
