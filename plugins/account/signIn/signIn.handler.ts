/** Signs in by password. An unknown account answers like a wrong password, after the same time; guesses are counted per account, by
 *  whatever name it is called, and address. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { assertOpen, findAccount } from '../accounts/findAccount.ts'
import { recordSignIn } from './recordSignIn.ts'

export default defineHandler('account.signIn', async (input, context) => {
  const { db, people, fail } = context
  const typed = normaliseAccount(input.account)
  const account = await findAccount(db, typed)
  const guess = { secret: 'password', userId: account?.id ?? null, account: typed } as const
  await people.sessions.countGuess(guess)
  const right = await people.sessions.verifyPassword(account?.passwordHash ?? null, input.password)
  if (!account || !right) return fail('SIGN_IN_WRONG')
  await people.sessions.forgiveGuess(guess)
  assertOpen(context, account)
  const tokens = await people.sessions.open(account.id)
  await recordSignIn(context, account.id)
  return tokens
})
