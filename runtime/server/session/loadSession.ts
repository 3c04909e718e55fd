/** Builds a session from its row, the grants of its person and the chosen identity. */
import { sql } from 'kysely'
import type { Session } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { ServerDeps } from '../serverContext.ts'
import { grantsOfUser, loadPerson, loadRights, roleRights } from './loadRights.ts'
import type { GrantRow } from './sessionGrants.ts'
import type { SessionParts } from './sessionParts.ts'

/** Precision of the time of the last use. */
const SEEN_EVERY_MS = 60_000

/** What a session looks at instead of its own rights: another person under an identity, or a role alone. */
type Seeing = { name: string } & ({ userId: string; identity?: string | null } | GrantRow)

/** @throws SESSION_INVALID */
export async function loadSession({ deps, own }: SessionParts, sessionId: string, userId: string): Promise<Session> {
  const row = await deps.reads.db
    .selectFrom('account_session as s')
    .innerJoin('account_user as u', 'u.id', 's.userId')
    .select([
      's.userId',
      's.identity',
      's.seeing',
      's.endedAt',
      's.expiresAt',
      's.lastSeenAt',
      'u.state',
      'u.name',
      'u.expiresAt as accountEnd',
      grantsOfUser(sql.ref('u.id')).as('grants'),
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  if (row?.userId !== userId || row.endedAt || row.expiresAt <= new Date().toISOString())
    throw new AgonError('SESSION_INVALID', { reason: 'ended' })
  const over = row.accountEnd !== null && row.accountEnd <= new Date().toISOString()
  if (row.state !== 'active' || over) throw new AgonError('SESSION_INVALID', { reason: 'disabled' })
  noteUse({ deps, own }, sessionId, row.lastSeenAt)
  if (row.seeing) return see(deps, { sessionId, actorId: userId, actorName: row.name }, row.seeing as Seeing)
  const rights = await loadRights(deps.reads.db, deps.platform(), userId, row.identity, row.grants)
  return Object.freeze({ userId, sessionId, name: row.name, ...rights })
}

/** The session with the rights of someone else, read-only. */
async function see(deps: ServerDeps, actor: { sessionId: string; actorId: string; actorName: string }, seeing: Seeing): Promise<Session> {
  const { sessionId, actorId, actorName } = actor
  const look = { sessionId, seeing: Object.freeze({ name: seeing.name, actorId, actorName }) }
  if ('userId' in seeing)
    return Object.freeze({ ...(await loadPerson(deps.db, deps.platform(), seeing.userId, seeing.identity ?? null)), ...look })
  return Object.freeze({ userId: actorId, name: seeing.name, ...(await roleRights(deps.db, deps.platform(), seeing)), ...look })
}

/** Beside the request: no one waits for it, and losing one is no harm. */
function noteUse({ deps, own }: Pick<SessionParts, 'deps' | 'own'>, sessionId: string, lastSeenAt: string | null): void {
  if (lastSeenAt && Date.now() - Date.parse(lastSeenAt) < SEEN_EVERY_MS) return
  own.db
    .updateTable('account_session')
    .set({ lastSeenAt: new Date().toISOString() })
    .where('id', '=', sessionId)
    .execute()
    .catch((error: unknown) => deps.logger.debug({ err: error }, 'the last use of a session was not noted'))
}
