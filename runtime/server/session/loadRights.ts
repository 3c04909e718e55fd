/** Reads what a person was granted, and what lies below the objects of the grants, and makes a session's rights of it. */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { isId } from '../../core/idPattern.ts'
import type { Platform } from '../../core/platform.ts'
import { tableName } from '../database/tableNames.ts'
import { type Below, type GrantRow, identitiesOf, identityKey, memberGrants, reachesDown, rowsUnder } from './sessionGrants.ts'

/** Role of a grant whose codes are in a row of `account.role`: `stored:12`. */
export const STORED_ROLE = 'stored:'

/** Rights of a person under the chosen identity; one that the person no longer has is ignored.
 *  @param known  what `grantsOfUser` answered with another statement */
export async function loadRights(
  db: Database,
  platform: Platform,
  userId: string,
  chosen: string | null,
  known?: readonly GrantRow[],
): Promise<Pick<Session, 'identity' | 'identities' | 'grants'>> {
  const rows = known ? await storedCodes(db, platform, known) : await grantRows(db, platform, userId)
  const identities = identitiesOf(platform, rows)
  const own = platform.app.identities && identityKey(platform.app.identities.own, null, null)
  const active = chosen !== null && (identities.includes(chosen) || chosen === own) ? chosen : null
  const identity = active ?? (identities.length === 1 ? identities[0]! : null)
  const acting = rowsUnder(platform, rows, identity)
  return { identity, identities, grants: memberGrants(platform, acting, await belowOf(db, platform, acting)) }
}

/** Rights of one role alone, without other grants. */
export async function roleRights(
  db: Database,
  platform: Platform,
  row: GrantRow,
): Promise<Pick<Session, 'identity' | 'identities' | 'grants'>> {
  const [withCodes] = await storedCodes(db, platform, [row])
  const rows = [withCodes ?? row]
  const [identity = null] = identitiesOf(platform, rows)
  return {
    identity,
    identities: identity === null ? [] : [identity],
    grants: memberGrants(platform, rows, await belowOf(db, platform, rows)),
  }
}

/** @throws SESSION_INVALID when the account is gone or disabled */
export async function loadPerson(db: Database, platform: Platform, userId: string, chosen: string | null): Promise<Session> {
  const row = await db.selectFrom('account_user').select(['name', 'state']).where('id', '=', userId).executeTakeFirst()
  if (row?.state !== 'active') throw new AgonError('SESSION_INVALID', { reason: 'disabled' })
  return Object.freeze({ userId, sessionId: null, name: row.name, ...(await loadRights(db, platform, userId, chosen)) })
}

/** The grants that count now, in the select list of a statement with the person's id. */
export function grantsOfUser(userId: RawBuilder<unknown>): RawBuilder<GrantRow[]> {
  return sql<GrantRow[]>`(
    select coalesce(json_agg(json_build_object('role', g."role", 'scope', g."scope", 'objectId', g."objectId") order by g."id"), '[]')
    from account_grant g where g."userId" = ${userId} and (g."until" is null or g."until" > now()))`
}

async function grantRows(db: Database, platform: Platform, userId: string): Promise<readonly GrantRow[]> {
  const rows = (await db
    .selectFrom('account_grant')
    .select(['role', 'scope', 'objectId'])
    .where('userId', '=', userId)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', sql<string>`now()`)]))
    .orderBy('id')
    .execute()) as GrantRow[]
  return storedCodes(db, platform, rows)
}

async function storedCodes(db: Database, platform: Platform, rows: readonly GrantRow[]): Promise<readonly GrantRow[]> {
  const ids = rows.flatMap(({ role }) => (role.startsWith(STORED_ROLE) ? [role.slice(STORED_ROLE.length)] : []))
  if (ids.length === 0 || !platform.documents.entity.has('account.role')) return rows
  const stored = await db.selectFrom('account_role').select(['id', 'permissions']).where('id', 'in', ids).execute()
  const codes = new Map(stored.map(({ id, permissions }) => [`${STORED_ROLE}${id}`, permissions as string[]]))
  return rows.map((row) => ({ ...row, stored: codes.get(row.role) ?? null }))
}

async function belowOf(db: Database, platform: Platform, rows: readonly GrantRow[]): Promise<Below> {
  const below = new Map<string, readonly string[]>()
  for (const { scope, objectId } of reachesDown(platform, rows)) {
    const key = `${scope} ${objectId}`
    if (!below.has(key)) below.set(key, await objectsBelow(db, platform, scope!, objectId!))
  }
  return below
}

/** Ids of everything below an object, at any depth. A circle, which is refused when it is written, would end. */
export async function objectsBelow(db: Database, platform: Platform, scope: string, objectId: string): Promise<string[]> {
  const { entity, superior } = platform.app.scopes?.[scope] ?? {}
  if (!entity || !superior || !isId(objectId)) return []
  const table = sql.table(tableName(entity))
  const up = sql.ref(superior)
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select "id" from ${table} where ${up} = ${objectId}::bigint
      union
      select lower."id" from ${table} lower join below on lower.${up} = below."id"
    )
    select "id"::text as "id" from below where "id" <> ${objectId}::bigint`.execute(db)
  return rows.map(({ id }) => id)
}
