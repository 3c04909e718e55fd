import { readAccounts } from './accounts.ts'
import type { SeedDatabase as Database } from './SeedDatabase.ts'

/** What a person needs to sign in. `name` is the username. */
export interface DemoAccount {
  role: string
  name: string
  password: string
}

/** Accounts of the demo in this database that can sign in. Only they are excused from the second factor: that tells them from people of the same name. */
export async function demoAccounts(db: Database): Promise<DemoAccount[]> {
  const rows = await db
    .selectFrom('account_user')
    .select('userName')
    .where('secondFactorExempt', '=', true)
    .where('state', '=', 'active')
    .execute()
  const there = new Set(rows.map(({ userName }) => userName))
  return readAccounts()
    .filter(({ userName }) => there.has(userName))
    .map(({ role, userName, password }) => ({ role, name: userName, password }))
}
