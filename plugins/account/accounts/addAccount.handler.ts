/** Opens an account for someone else, as a member of an organisation if one is named. Username, phone and email are each unique; the unique columns decide
 *  when two requests come at the same time. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { assertNewPassword } from '../signIn/newPassword.ts'
import { findAccount } from './findAccount.ts'

export default defineHandler('account.addAccount', async (input, context) => {
  const { db, rows, lock, session, people, fail } = context
  const { organisationId } = input
  if (!organisationId && objectsWith(session, 'manageAccount', 'organisation') !== null) return fail('PERMISSION_DENIED')
  const names = [input.userName, input.phone, input.email].flatMap((name) => (name ? [normaliseAccount(name)] : []))
  assertNewPassword(context, input.password, names)
  for (const name of names.toSorted()) {
    await lock('account', name)
    if (await findAccount(db, name)) return fail('ACCOUNT_TAKEN')
  }
  const values = {
    name: input.name.trim(),
    userName: normaliseAccount(input.userName),
    phone: input.phone ? normaliseAccount(input.phone) : null,
    email: input.email ? normaliseAccount(input.email) : null,
  }
  const passwordHash = await people.sessions.hashPassword(input.password)
  const id = await rows.create('account.user', { ...values, passwordHash })
  if (organisationId) await context.call('organisation.addMember', { organisationId, account: values.userName })
  return { id }
})
