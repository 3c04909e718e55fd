import type { Session } from '../../runtime/core/contracts.ts'
import { suggest } from '../../runtime/core/documents/suggest.ts'
import { isId } from '../../runtime/core/idPattern.ts'
import type { ServerDeps } from '../../runtime/server/serverContext.ts'
import { loadPerson } from '../../runtime/server/session/loadRights.ts'

/** A session of this person with all identities, without a row of its own. @param name  username or id; null: a visitor  @throws Error with what is near */
export async function findPerson({ db, platform, services }: ServerDeps, name: string | null): Promise<Session> {
  if (name === null) return services.sessions.visitor()
  const found = await db
    .selectFrom('account_user')
    .select('id')
    .where((is) => is.or([is('userName', '=', name), ...(isId(name) ? [is('id', '=', name)] : [])]))
    .executeTakeFirst()
  if (found) return loadPerson(db, platform(), String(found.id), null)
  const known = await db.selectFrom('account_user').select('userName').where('userName', 'is not', null).orderBy('id').limit(200).execute()
  throw new Error(
    `There is nobody with the username or id "${name}": ${suggest(
      name,
      known.map(({ userName }) => String(userName)),
    )}`,
  )
}
