/** Accounts of the demo that people sign in with. */
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { readDemo } from './demoData.ts'
import type { SeedDatabase as Database, SeedScope } from './SeedDatabase.ts'

interface DemoAccountData {
  role: string
  userName: string
  name: string
  nickname: string | null
  email: string
  phone: string
  password: string
  /** Where the role is held: key of an organisation or of a competition; null for the whole platform. */
  grants: { role: string; organisation?: string | null; competition?: string }[]
}

export function readAccounts(): DemoAccountData[] {
  return readDemo<DemoAccountData[]>('accounts.json')
}

/** @returns ids by username */
export async function insertAccounts(deps: ServerDeps, scope: SeedScope): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { userName, name, nickname, email, phone, password } of readAccounts()) {
    const passwordHash = await deps.services.sessions.bind(scope).hashPassword(password)
    // their passwords are public: a second factor would protect nothing, and `npm start` would need another step
    const row = { userName, name, nickname, email, phone, passwordHash, secondFactorExempt: true }
    const { id } = await scope.db.insertInto('account_user').values(row).returning('id').executeTakeFirstOrThrow()
    ids.set(userName, id)
  }
  return ids
}

/** Rights of the demo accounts; who holds one on an organisation is a member of it. */
export async function insertGrants(db: Database, users: Ids, places: { organisations: Ids; competitions: Ids }): Promise<void> {
  for (const { userName, grants } of readAccounts()) {
    const userId = users.get(userName)
    for (const { role, organisation, competition } of grants) {
      const organisationId = organisation ? places.organisations.get(organisation) : undefined
      const object = organisationId
        ? { scope: 'organisation', objectId: organisationId }
        : competition
          ? { scope: 'competition', objectId: places.competitions.get(competition) }
          : {}
      await db
        .insertInto('account_grant')
        .values({ userId, role, ...object })
        .execute()
      if (organisationId) await db.insertInto('organisation_member').values({ organisationId, userId }).execute()
    }
  }
}
type Ids = ReadonlyMap<string, string>
