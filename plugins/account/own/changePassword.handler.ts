/** Changes the person's own password and ends all other sessions. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { checkPassword } from '../signIn/checkPassword.ts'
import { assertNewPassword } from '../signIn/newPassword.ts'
import { ownContacts } from './ownContacts.ts'

export default defineHandler('account.changePassword', async ({ oldPassword, newPassword }, context) => {
  const { session, people, rows, fail } = context
  await checkPassword(context, oldPassword)
  if (oldPassword === newPassword) return fail('PASSWORD_SAME')
  const { userName, phone, email } = await ownContacts(context)
  assertNewPassword(context, newPassword, [userName, phone, email])
  const passwordHash = await people.sessions.hashPassword(newPassword)
  await context.rows.save('account.user', { id: session.userId! }, { passwordHash })
  await people.sessions.closeAll(session.userId!, session.sessionId ?? undefined, 'passwordChanged')
  await rows.record({ entity: 'account.user', rowId: session.userId!, before: null, after: { passwordChanged: true } })
  return null
})
