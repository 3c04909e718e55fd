/** API keys: a bearer token that names a row of `account.apiKey` by its hash. The session has the rights that the maker holds at this moment on the object
 *  of the key, and no others. */
import { createHash } from 'node:crypto'
import type { Grant, Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { loadPerson } from './loadRights.ts'
import type { SessionParts } from './sessionParts.ts'

export const KEY_MARK = 'agk_'
/** Precision of the time of the last use. */
const USED_EVERY_MS = 60_000

/** @throws SESSION_INVALID for a key that is unknown, expired or revoked, and when its maker is gone */
export async function loadKey(parts: SessionParts, by: { token: string } | { id: string }): Promise<Session> {
  const { deps } = parts
  const query = deps.reads.db
    .selectFrom('account_apiKey')
    .select(['id', 'userId', 'name', 'prefix', 'scopes', 'scope', 'objectId', 'lastUsedAt'])
  const row = await ('id' in by
    ? query.where('id', '=', by.id)
    : query.where('hash', '=', createHash('sha256').update(by.token).digest('hex'))
  )
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', deps.clock().toISOString())
    .executeTakeFirst()
  if (!row) throw new AgonError('SESSION_INVALID', { reason: 'key' })
  noteUse(parts, row.id, row.lastUsedAt)
  const person = await loadPerson(deps.reads.db, deps.platform(), row.userId, null)
  const key = Object.freeze({ id: row.id, scopes: Object.freeze([...(row.scopes as string[])]) })
  const grants = grantsOn(person.grants, row.scope, row.objectId)
  return Object.freeze({
    userId: row.userId,
    sessionId: null,
    identity: null,
    name: `${person.name} (${row.name}, ${row.prefix}…)`,
    grants,
    key,
  })
}

/** What is held on the object, or everywhere, as held on the object alone. */
function grantsOn(grants: readonly Grant[], scope: string, objectId: string): readonly Grant[] {
  const held = grants.filter((grant) => grant.scope === null || (grant.scope === scope && grant.objectId === objectId))
  return Object.freeze(
    [...new Set(held.map(({ permission }) => permission))].map((permission) => Object.freeze({ permission, scope, objectId })),
  )
}

/** Beside the request: no one waits for it. */
function noteUse({ own, deps }: SessionParts, id: string, lastUsedAt: string | null): void {
  if (lastUsedAt && Date.now() - Date.parse(lastUsedAt) < USED_EVERY_MS) return
  own.db
    .updateTable('account_apiKey')
    .set({ lastUsedAt: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => deps.logger.debug({ err: error }, 'the use of a key was not noted'))
}
