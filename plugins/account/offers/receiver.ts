/** Who gets something immediately, and who is only offered it. Anyone who may look a person up in the list of accounts learns nothing by naming them, and so gives
 *  immediately. To anyone else a name that someone has and one that no one has are the same: it is offered, and the person accepts. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { type Account, findAccount, findByContact } from '../accounts/findAccount.ts'

const SEES_ACCOUNTS = 'manageAccount'
/** What looks like a number or an address is no username, even where someone has it as one: it belongs to the one who has proved it. */
const CONTACT = /@|^\+?\d{6,}$/

/** @param account normalised */
export function isContact(account: string): boolean {
  return CONTACT.test(account)
}

/** Whether the asking person may read the list of all accounts. */
export function seesAllAccounts({ session }: Pick<HandlerContext, 'session'>): boolean {
  return objectsWith(session, SEES_ACCOUNTS, '') === null
}

/** The account, when the asking person may know of it; `unknown` when they may know that there is none; else `hidden`, whether or not there is one. */
export async function receiverOf(account: string, context: HandlerContext): Promise<Account | 'unknown' | 'hidden'> {
  const found = await findNamed(normaliseAccount(account), context)
  if (found && (await maySee(found.id, context))) return found
  return seesAllAccounts(context) ? 'unknown' : 'hidden'
}

/** As people type it: by phone or email when it looks like one, else by username. @param account normalised */
export async function findNamed(account: string, { db }: Pick<HandlerContext, 'db'>): Promise<Account | null> {
  const found = isContact(account) ? await findByContact(db, account) : await findAccount(db, account)
  return found && found.state !== 'closed' ? found : null
}

/** Whether the list of accounts shows the account to the asking person. Their own they know. */
export async function maySee(userId: string, context: Pick<HandlerContext, 'session' | 'db'>): Promise<boolean> {
  const { session, db } = context
  const reach = objectsWith(session, SEES_ACCOUNTS, 'organisation')
  if (userId === session.userId || reach === null || seesAllAccounts(context)) return true
  if (reach.length === 0) return false
  const members = db.selectFrom('organisation_member').select('id').where('userId', '=', userId).where('organisationId', 'in', reach)
  return (await members.executeTakeFirst()) !== undefined
}
