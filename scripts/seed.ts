/** Fills a new database with the demo: organisations, accounts, competitions with their published forms, registrations. Called at a start with the
 *  demonstration and by the test harness. Happens once for a database, in one transaction: a database whose demo accounts were deleted is not filled
 *  again. */
import { sql } from 'kysely'
import type { Database } from '../runtime/core/contracts.ts'
import { inTurn } from '../runtime/server/database/inTurn.ts'
import type { ServerDeps } from '../runtime/server/serverContext.ts'
import { type DemoAccount, demoAccounts } from './seed/demoAccounts.ts'
import { noteDemoRows } from './seed/demoRows.ts'

export interface SeedOptions {
  databaseUrl: string
  server: { deps: ServerDeps }
  /** Dates of the demo are counted from this moment; default now. */
  now?: Date
}

/** @returns the accounts of the demo that are there */
export async function seed({ server: { deps }, now = new Date() }: SeedOptions): Promise<{ accounts: DemoAccount[] }> {
  await inTurn(deps.db, 'seed', async (db) => {
    if (!(await isNew(db))) return
    await (await import('./seed/fill.ts')).fill(deps, db, now)
    await noteDemoRows(db)
  })
  return { accounts: await demoAccounts(deps.db) }
}

/** Whether nothing has ever happened here: no demo was filled in, no one has an account, no one did anything. */
async function isNew(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`select not exists (select from platform_demonstration)
    and not exists (select from account_user) and not exists (select from platform_log) as "isNew"`.execute(db)
  return rows[0]!.isNew
}
