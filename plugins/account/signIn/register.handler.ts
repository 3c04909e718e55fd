/** Opens an account for a person who has proved a phone or email, and signs in. Whether someone has the address is decided under a lock and by the
 *  unique columns, so that two registrations at the same time cannot both win. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../accounts/findAccount.ts'
import { spendCode } from './codes.ts'
import { assertNewPassword } from './newPassword.ts'
import { openAccount } from './openAccount.ts'

export default defineHandler('account.register', async (input, context) => {
  const { db, people, lock, fail } = context
  const account = normaliseAccount(input.account)
  assertNewPassword(context, input.password, [account])
  await spendCode(context, { purpose: 'register', address: account, code: input.code })
  await lock('account', account)
  if (await findAccount(db, account)) return fail('ACCOUNT_TAKEN')
  const passwordHash = await people.sessions.hashPassword(input.password)
  return people.sessions.open(await openAccount(context, { name: input.name.trim(), address: account, passwordHash }))
})
