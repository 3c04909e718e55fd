/** Links a proved phone number: to the person's own account when it has none; or, with the ticket of a sign-in with another site, to the account that
 *  has the number, or to a new one. */
import { defineHandler, type HandlerContext, type SignedIn } from '../../../runtime/core/contracts.ts'
import { assertOpen, findAccount, findByContact } from '../accounts/findAccount.ts'
import { spendCode } from '../signIn/codes.ts'
import { openAccount } from '../signIn/openAccount.ts'
import { linkIdentity, type PendingIdentity, takeTicket } from '../signIn/outsideIdentity.ts'
import { ownContacts } from './ownContacts.ts'

interface Binding {
  phone: string
  code: string
  ticket?: string
  agreement?: true
}

export default defineHandler('account.bindPhone', async (input, context) => {
  if (input.ticket) return bindIdentity(context, input, await takeTicket(context, input.ticket))
  if (context.session.userId === null) return context.fail('SESSION_REQUIRED')
  const { phone } = await ownContacts(context)
  if (phone) return context.fail('PHONE_BOUND')
  // a phone number can sign in, so an open browser alone must not add one
  await context.people.sessions.assertProof()
  await prove(context, input)
  if (await findAccount(context.db, input.phone)) return context.fail('PHONE_TAKEN')
  const before = { id: context.session.userId, phone: null }
  await context.rows.save('account.user', before, { phone: input.phone })
  return null
})

async function bindIdentity(context: HandlerContext, input: Binding, pending: PendingIdentity): Promise<SignedIn> {
  const { db, people, fail } = context
  await prove(context, input)
  const account = await findByContact(db, input.phone)
  if (account) assertOpen(context, account)
  if (!account && !input.agreement) return fail('TERMS_NEEDED')
  if (!account && (await findAccount(db, input.phone))) return fail('PHONE_TAKEN')
  const { namePrefix } = context.documents.settings('account.outside')
  const name = pending.name ?? `${namePrefix}${input.phone.slice(-4)}`
  const userId = account?.id ?? (await openAccount(context, { name, address: input.phone, passwordHash: null }))
  await linkIdentity(context, userId, pending)
  return people.sessions.open(userId)
}

async function prove(context: HandlerContext, { phone, code }: Binding): Promise<void> {
  await spendCode(context, { purpose: 'bind', address: phone, code })
  await context.lock('account', phone)
}
