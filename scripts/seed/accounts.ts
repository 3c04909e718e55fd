/** Accounts of the demo that people sign in with. */
import type { CallScope, ServerDeps } from '../../runtime/server/server-context.ts'
import { readDemo } from './demo-data.ts'

interface DemoAccountData {
  role: string
  userName: string
  name: string
  nickname: string | null
  email: string
  phone: string
  password: string
  /** `organisation`: key of the organisation the role is held on, null for the whole platform. */
  grants: { role: string; organisation: string | null }[]
}

export function readAccounts(): DemoAccountData[] {
  return readDemo<DemoAccountData[]>('accounts.json')
}

/** @returns ids by user name */
export async function insertAccounts(
  deps: ServerDeps,
  scope: CallScope,
  organisations: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { userName, name, nickname, email, phone, password, grants } of readAccounts()) {
    const passwordHash = await deps.services.sessions.bind(scope).hashPassword(password)
    const row = { userName, name, nickname, email, phone, passwordHash }
    const { id } = await scope.db.insertInto('account_user').values(row).returning('id').executeTakeFirstOrThrow()
    ids.set(userName, id)
    for (const { role, organisation } of grants) {
      const object = organisation === null ? {} : { scope: 'organisation', objectId: organisations.get(organisation) }
      await scope.db
        .insertInto('account_grant')
        .values({ userId: id, role, ...object })
        .execute()
    }
  }
  return ids
}
