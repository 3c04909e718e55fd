/** Accounts by what people type: username, phone or email. All three are stored in lower case without spaces around. */
import type { Database, HandlerContext } from '../../../runtime/core/contracts.ts'

export interface Account {
  id: string
  state: string
  passwordHash: string | null
  /** Only of temporary accounts: no one signs in afterwards. */
  expiresAt: string | null
}

/** Null when no account has this name, phone or email. Closed accounts are never found. @param account normalised */
export async function findAccount(db: Database, account: string): Promise<Account | null> {
  const row = await db
    .selectFrom('account_user')
    .select(['id', 'state', 'passwordHash', 'expiresAt'])
    .where((eb) => eb.or([eb('userName', '=', account), eb('phone', '=', account), eb('email', '=', account)]))
    .where('state', '!=', 'closed')
    .orderBy('id')
    .executeTakeFirst()
  return (row as Account | undefined) ?? null
}

/** As `findAccount`, by phone or email only: a username may look like a number that is someone else's now. */
export async function findByContact(db: Database, address: string): Promise<Account | null> {
  const row = await db
    .selectFrom('account_user')
    .select(['id', 'state', 'passwordHash', 'expiresAt'])
    .where(address.includes('@') ? 'email' : 'phone', '=', address)
    .executeTakeFirst()
  return (row as Account | undefined) ?? null
}

/** Asked once someone has proved that the account is theirs. @throws ACCOUNT_DISABLED, ACCOUNT_EXPIRED */
export function assertOpen({ now, fail }: Pick<HandlerContext, 'now' | 'fail'>, account: Pick<Account, 'state' | 'expiresAt'>): void {
  if (account.state !== 'active') fail('ACCOUNT_DISABLED')
  if (account.expiresAt !== null && new Date(account.expiresAt) <= now) fail('ACCOUNT_EXPIRED')
}
