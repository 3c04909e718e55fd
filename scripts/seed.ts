/** Fills an empty database with the demo: organisations, accounts, competitions with their published forms, registrations. Called at every start
 *  and by the test harness; does nothing but name the accounts when the demo is there. Everything happens in one transaction. */
import { inTurn } from '../runtime/server/database/inTurn.ts'
import type { ServerDeps } from '../runtime/server/server-context.ts'
import { readAccounts } from './seed/accounts.ts'

export interface SeedOptions {
  databaseUrl: string
  server: { deps: ServerDeps }
  /** Dates of the demo are told from this moment; default now. */
  now?: Date
}
/** What a person needs to sign in. `name` is the user name. */
export interface DemoAccount {
  role: string
  name: string
  password: string
}

/** @returns the demo accounts; none when the database holds other data than the demo */
export async function seed({ server: { deps }, now = new Date() }: SeedOptions): Promise<{ accounts: DemoAccount[] }> {
  const accounts = readAccounts().map(({ role, userName, password }) => ({ role, name: userName, password }))
  const isDemo = await inTurn(deps.db, 'seed', async (db) => {
    const known = await db.selectFrom('account_user').select('userName').execute()
    if (known.length === 0) await (await import('./seed/fill.ts')).fill(deps, db, now)
    return known.length === 0 || known.some(({ userName }) => userName === accounts[0]?.name)
  })
  return { accounts: isDemo ? accounts : [] }
}
