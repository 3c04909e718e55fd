/** Fills an empty database with the demo: organisations, accounts, competitions with their published forms, registrations. Called at every start
 *  and by the test harness; does nothing but name the accounts when the demo is there. Everything happens in one transaction. */
import type { Database } from '../runtime/core/contracts.ts'
import { inTurn } from '../runtime/server/database/inTurn.ts'
import type { CallScope, ServerDeps } from '../runtime/server/server-context.ts'
import { insertAccounts, insertGrants, readAccounts } from './seed/accounts.ts'
import { insertAudits } from './seed/audits.ts'
import { insertCompetitions } from './seed/competitions.ts'
import { insertContent } from './seed/content.ts'
import { insertContents } from './seed/contents.ts'
import { insertExperts } from './seed/experts.ts'
import { insertOrganisations, insertSchools } from './seed/organisations.ts'
import { insertProfiles } from './seed/profiles.ts'
import { insertRegistrations } from './seed/registrations.ts'

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
    if (known.length === 0) await fill(deps, db, now)
    return known.length === 0 || known.some(({ userName }) => userName === accounts[0]?.name)
  })
  return { accounts: isDemo ? accounts : [] }
}

async function fill(deps: ServerDeps, db: Database, now: Date): Promise<void> {
  const scope: CallScope = {
    db,
    session: deps.services.sessions.visitor(),
    now,
    lang: 'zh',
    request: { id: 'seed', ip: '127.0.0.1', headers: {} },
  }
  const organisations = await insertOrganisations(db)
  const schools = await insertSchools(db, organisations)
  const users = await insertAccounts(deps, scope)
  await insertProfiles(db, users, now)
  const competitions = await insertCompetitions(deps, scope, { organisations, authorId: users.get('organiser') ?? null })
  const byKey = new Map(competitions.map(({ key, id }) => [key, id]))
  await insertGrants(db, users, { organisations, competitions: byKey })
  await insertExperts(db, { users, competitions: byKey })
  await insertAudits(deps, scope, { organisations, users, competitions: byKey })
  await insertContents(db, { now, users, competitions })
  await insertContent(deps, scope, users.get('admin') ?? null)
  await insertRegistrations(deps, scope, { competitions, schools, users })
}
