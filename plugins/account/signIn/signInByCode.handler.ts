/** Signs in with a code sent to the account's phone or email. Only a person with the code learns whether there is an account. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { assertOpen, findByContact } from '../accounts/findAccount.ts'
import { spendCode } from './codes.ts'
import { recordSignIn } from './recordSignIn.ts'

export default defineHandler('account.signInByCode', async (input, context) => {
  const { db, people, fail } = context
  await spendCode(context, { purpose: 'signIn', address: input.account, code: input.code })
  const account = await findByContact(db, normaliseAccount(input.account))
  if (!account) return fail('ACCOUNT_UNKNOWN')
  assertOpen(context, account)
  const answer = await people.sessions.open(account.id)
  await recordSignIn(context, account.id)
  return answer
})
