/** Opens the account of an administrator who has a link from the console. One call at a time, so that only one of two links for the first administrator is used. */

import { defineHandler } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { PLATFORM_ADMIN } from '../grants/assertNotLast.ts'
import { giveGrant } from '../grants/giveGrant.ts'
import { assertNewPassword } from '../signIn/newPassword.ts'
import { recordSignIn } from '../signIn/recordSignIn.ts'
import { inviteState, takeInvite } from './administratorInvites.ts'
import { findAccount } from './findAccount.ts'

export default defineHandler('account.becomeAdministrator', async (input, context) => {
  const { db, lock, people, fail } = context
  // checked first: without a link no one learns anything about accounts
  if ((await inviteState(context, input.link)).state !== 'open') return fail('LINK_INVALID')
  const userName = normaliseAccount(input.userName)
  const address = normaliseAccount(input.account)
  assertNewPassword(context, input.password, [userName, address])
  await lock('platformAdministrators', '')
  for (const name of [userName, address].toSorted()) {
    await lock('account', name)
    if (await findAccount(db, name)) return fail('NAME_TAKEN')
  }
  const values = { userName, name: input.name.trim(), [address.includes('@') ? 'email' : 'phone']: address }
  const passwordHash = await people.sessions.hashPassword(input.password)
  const userId = await context.rows.create('account.user', { ...values, passwordHash }, { byItself: true })
  await takeInvite(context, input.link, userId)
  await giveGrant(context, { userId, role: PLATFORM_ADMIN, scope: null, objectId: null })
  const answer = await people.sessions.open(userId)
  await recordSignIn(context, userId)
  return answer
})
