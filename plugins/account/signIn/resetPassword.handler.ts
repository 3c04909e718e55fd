/** Sets a new password for someone who has proved the account's phone or email. Anyone who was signed in is signed out. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { assertOpen, findByContact } from '../accounts/findAccount.ts'
import { spendCode } from './codes.ts'
import { assertNewPassword } from './newPassword.ts'

export default defineHandler('account.resetPassword', async (input, context) => {
  const { db, people, rows, messages, fail } = context
  const address = normaliseAccount(input.account)
  assertNewPassword(context, input.password, [address])
  await spendCode(context, { purpose: 'reset', address, code: input.code })
  const account = await findByContact(db, address)
  if (!account) return fail('ACCOUNT_UNKNOWN')
  assertOpen(context, account)
  const passwordHash = await people.sessions.hashPassword(input.password)
  await context.rows.save('account.user', { id: account.id }, { passwordHash })
  await people.sessions.closeAll(account.id, undefined, 'passwordChanged')
  if (address.includes('@')) await messages.send('account.passwordReset', { address }, {})
  await rows.record({ entity: 'account.user', rowId: account.id, before: null, after: { passwordReset: true } })
  return null
})
