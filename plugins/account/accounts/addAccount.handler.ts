/** Opens an account for someone else, as a member of an organisation if one is named. Username, phone and email are each unique; the unique columns decide
 *  when two requests come at the same time. Who may not see all accounts cannot tell which names are in use: their usernames get digits, and people link
 *  numbers and addresses themselves. */
import { randomInt } from 'node:crypto'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { isContact, seesAllAccounts } from '../offers/receiver.ts'
import { assertNewPassword } from '../signIn/newPassword.ts'
import { findAccount } from './findAccount.ts'

const DIGITS = 4
const LONGEST = 64

export default defineHandler('account.addAccount', async (input, context) => {
  const { rows, session, people, fail } = context
  const { organisationId } = input
  if (!organisationId && objectsWith(session, 'manageAccount', 'organisation') !== null) return fail('PERMISSION_DENIED')
  const typed = normaliseAccount(input.userName)
  const [phone, email] = [input.phone, input.email].map((contact) => (contact ? normaliseAccount(contact) : null)) as [
    string | null,
    string | null,
  ]
  const named = { userName: typed, phone, email }
  const names = [typed, phone, email].flatMap((name) => name ?? [])
  assertNewPassword(context, input.password, names)
  if (seesAllAccounts(context)) await assertFree(names, context)
  else {
    if (phone || email || isContact(typed)) return fail('ACCOUNT_CONTACT')
    named.userName = await withDigits(typed, context)
  }
  const passwordHash = await people.sessions.hashPassword(input.password)
  const id = await rows.create('account.user', { ...named, name: input.name.trim(), passwordHash })
  if (organisationId) await context.call('organisation.join', { organisationId, userId: id })
  return { id, userName: named.userName }
})

/** @throws ACCOUNT_TAKEN */
async function assertFree(names: readonly string[], { db, lock, fail }: HandlerContext): Promise<void> {
  for (const name of names.toSorted()) {
    await lock('account', name)
    if (await findAccount(db, name)) fail('ACCOUNT_TAKEN')
  }
}

/** Always, so that they tell nothing. */
async function withDigits(typed: string, { db, lock }: HandlerContext): Promise<string> {
  for (;;) {
    const name = `${typed.slice(0, LONGEST - DIGITS - 1)}.${String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')}`
    await lock('account', name)
    if (!(await findAccount(db, name))) return name
  }
}
