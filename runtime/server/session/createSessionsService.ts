/** Sessions: opened by sign-in handlers, carried by a short access token, kept alive by a rotating refresh token, ended immediately.
 *  One row of `account.session` is one sign-in on one device, the family of its refresh tokens:
 *  current token -> rotates; the token before it, within the leeway -> its successor again; any older one of ours -> the family ends.
 *  Refresh and guess counting use connections of their own: what they write must be also when the call fails. */
import { type RawBuilder, sql } from 'kysely'
import type { Session, SessionService, SignedIn, Tokens } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import { MS_PER_DAY, MS_PER_MINUTE, MS_PER_SECOND } from '../../core/time.ts'
import { openDatabase } from '../database/openDatabase.ts'
import { repeated } from '../database/repeated.ts'
import type { NoticesPart } from '../notices/createNoticesService.ts'
import type { CallScope, ServerDeps, SessionsPart } from '../serverContext.ts'
import { networkOf } from '../wire/networkOf.ts'
import { createAccessTokens } from './accessToken.ts'
import { createGuesses } from './guesses.ts'
import { grantsOfUser, loadPerson, loadRights, roleRights } from './loadRights.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { platformSecret } from './platformSecret.ts'
import {
  createRefreshRandom,
  formatRefreshToken,
  hashRefreshToken,
  nextRefreshToken,
  parseRefreshToken,
  type RefreshToken,
} from './refreshToken.ts'
import { isSecondFactorRequired, secondFactorNeed } from './secondFactorNeed.ts'
import { createSessionCache } from './sessionCache.ts'
import { type GrantRow, visitorGrants } from './sessionGrants.ts'
import { EVERYBODY, installSessionTriggers } from './sessionTriggers.ts'
import { createTickets } from './tickets.ts'

const OWN_CONNECTIONS = 2
const PROOF_MINUTES = 10
/** How exact the time of the last use is. */
const SEEN_EVERY_MS = 60_000
const MAX_USER_AGENT = 300
/** Topic of notices: a person's sessions or rights changed; the text is the user's id. */
export const SESSION_TOPIC = 'session'

/** What a session looks at instead of its own: another person under a hat, or a role alone. */
type Seeing = { name: string } & ({ userId: string; identity?: string | null } | GrantRow)

export interface SessionsService extends SessionsPart {
  /** After the tables exist, before the first request. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Where a session is used from, as its device list shows it. */
interface Place {
  ip: string
  userAgent: string | null
}

function placeOf({ request }: CallScope): Place {
  const agent = request.headers['user-agent']
  return { ip: request.ip, userAgent: typeof agent === 'string' ? agent.slice(0, MAX_USER_AGENT) : null }
}

export function createSessionsService(deps: ServerDeps, notices: NoticesPart): SessionsService {
  const own = openDatabase(deps.config.databaseUrl, { size: OWN_CONNECTIONS, name: 'agon sessions', logger: deps.logger })
  const keys: { access?: Buffer; refresh?: Buffer } = {}
  const accessTokens = createAccessTokens(() => keys.access!)
  const guesses = createGuesses(own.db, deps.platform)
  const cache = createSessionCache(deps.platform, () => notices.connected)
  const settings = () => deps.platform().app.session
  let visitor: { platform: unknown; session: Session } | undefined

  async function load(sessionId: string, userId: string): Promise<Session> {
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
    noteUse(sessionId, row.lastSeenAt)
    if (row.seeing) return see({ sessionId, actorId: userId, actorName: row.name }, row.seeing as Seeing)
    const rights = await loadRights(deps.reads.db, deps.platform(), userId, row.identity, row.grants)
    return Object.freeze({ userId, sessionId, name: row.name, ...rights })
  }

  /** The session as someone else has it, looking only. */
  async function see(actor: { sessionId: string; actorId: string; actorName: string }, seeing: Seeing): Promise<Session> {
    const { sessionId, actorId, actorName } = actor
    const look = { sessionId, seeing: Object.freeze({ name: seeing.name, actorId, actorName }) }
    if ('userId' in seeing)
      return Object.freeze({ ...(await loadPerson(deps.db, deps.platform(), seeing.userId, seeing.identity ?? null)), ...look })
    return Object.freeze({ userId: actorId, name: seeing.name, ...(await roleRights(deps.db, deps.platform(), seeing)), ...look })
  }

  /** Beside the request: no one waits for it, and losing one is no harm. */
  function noteUse(sessionId: string, lastSeenAt: string | null): void {
    if (lastSeenAt && Date.now() - Date.parse(lastSeenAt) < SEEN_EVERY_MS) return
    own.db
      .updateTable('account_session')
      .set({ lastSeenAt: new Date().toISOString() })
      .where('id', '=', sessionId)
      .execute()
      .catch((error: unknown) => deps.logger.debug({ err: error }, 'the last use of a session was not noted'))
  }

  const person = (userId: string, identity: string | null = null): Promise<Session> =>
    loadPerson(deps.db, deps.platform(), userId, identity)

  async function tokens(userId: string, refresh: RefreshToken): Promise<Tokens> {
    const seconds = settings().accessMinutes * 60
    return {
      access_token: await accessTokens.sign({ userId, sessionId: refresh.sessionId }, seconds),
      refresh_token: formatRefreshToken(keys.refresh!, refresh),
      expires_in: seconds,
    }
  }

  async function refresh(text: string, from: Place): Promise<Tokens> {
    const token = parseRefreshToken(keys.refresh!, text)
    if (!token) throw new AgonError('SESSION_INVALID', { reason: 'unknown refresh token' })
    const next = nextRefreshToken(keys.refresh!, token)
    const userId = (await rotate(token, next, from)) ?? (await withinLeeway(token))
    return tokens(userId, next)
  }

  /** Answers the person, or null when the token is not the current one. */
  async function rotate(token: RefreshToken, next: RefreshToken, from: Place): Promise<string | null> {
    const now = new Date()
    const row = await own.db
      .updateTable('account_session')
      .set({
        previousHash: hashRefreshToken(token),
        tokenHash: hashRefreshToken(next),
        rotatedAt: now.toISOString(),
        expiresAt: lifeFrom(now, sql.ref('account_session.userId')),
        updatedAt: now.toISOString(),
        ...from,
      })
      .where('id', '=', token.sessionId)
      .where('tokenHash', '=', hashRefreshToken(token))
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', now.toISOString())
      .where('userId', 'in', own.db.selectFrom('account_user').select('id').where('state', '=', 'active'))
      .returning('userId')
      .executeTakeFirst()
    return (row?.userId as string | undefined) ?? null
  }

  /** Tabs and retries may bring the token just used; anything older was copied, and ends the family. */
  async function withinLeeway(token: RefreshToken): Promise<string> {
    const row = await own.db
      .selectFrom('account_session as s')
      .innerJoin('account_user as u', 'u.id', 's.userId')
      .select(['s.userId', 's.tokenHash', 's.previousHash', 's.rotatedAt', 's.endedAt', 's.expiresAt', 'u.state'])
      .where('s.id', '=', token.sessionId)
      .executeTakeFirst()
    const now = Date.now()
    if (!row || row.endedAt || row.state !== 'active' || Date.parse(row.expiresAt) <= now)
      throw new AgonError('SESSION_INVALID', { reason: 'ended' })
    const hash = hashRefreshToken(token)
    if (row.previousHash === hash && now - Date.parse(row.rotatedAt) <= settings().refreshLeewaySeconds * MS_PER_SECOND)
      return row.userId as string
    await own.db
      .updateTable('account_session')
      .set({ endedAt: new Date(now).toISOString(), endReason: 'tokenReused' })
      .where('id', '=', token.sessionId)
      .where('endedAt', 'is', null)
      .execute()
    cache.forget(row.userId as string)
    deps.logger.warn({ userId: row.userId, sessionId: token.sessionId }, 'a refresh token was used twice: the session is ended')
    throw new AgonError('SESSION_INVALID', { reason: 'refresh token used twice' })
  }

  function bind(scope: CallScope): SessionService {
    const end = async (reason: string, where: { id?: string; userId?: string; except?: string }): Promise<void> => {
      const rows = await scope.db
        .updateTable('account_session')
        .set({ endedAt: scope.now.toISOString(), endReason: reason, updatedAt: scope.now.toISOString() })
        .where('endedAt', 'is', null)
        .$if(where.id !== undefined, (query) => query.where('id', '=', where.id!))
        .$if(where.userId !== undefined, (query) => query.where('userId', '=', where.userId!))
        .$if(where.except !== undefined, (query) => query.where('id', '!=', where.except!))
        .returning('userId')
        .execute()
      for (const { userId } of rows) cache.forget(userId as string, 'bar')
    }
    const openNow = async (userId: string, facts: { identity?: string; secondFactor?: boolean }): Promise<Tokens> => {
      const random = createRefreshRandom()
      const now = scope.now.toISOString()
      const row = await scope.db
        .insertInto('account_session')
        .values({
          userId,
          identity: facts.identity ?? null,
          tokenHash: hashRefreshToken({ sessionId: '', random }),
          rotatedAt: now,
          expiresAt: lifeFrom(scope.now, sql.val(userId)),
          lastSeenAt: now,
          secondFactorAt: facts.secondFactor ? now : null,
          ...placeOf(scope),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return tokens(userId, { sessionId: row.id as string, random })
    }
    const tickets = createTickets(scope, deps.platform().app)
    return {
      async open(userId, facts = {}): Promise<SignedIn> {
        const need = facts.secondFactor ? null : await secondFactorNeed(scope.db, deps.platform(), userId)
        return need ? { secondFactor: { step: await tickets.wait(userId), setUp: need === 'setUp' } } : openNow(userId, facts)
      },
      async stepOf(step) {
        const userId = await tickets.waiting(step)
        return { userId, setUp: (await secondFactorNeed(scope.db, deps.platform(), userId)) === 'setUp' }
      },
      requiresSecondFactor: (userId) => isSecondFactorRequired(scope.db, deps.platform(), userId),
      takeStep: async (step) => openNow(await tickets.endWait(step), { secondFactor: true }),
      issueTicket: (to) => tickets.issue(to),
      async redeemTicket(from) {
        const sessionId = await tickets.redeem(from)
        const random = createRefreshRandom()
        const row = await scope.db
          .updateTable('account_session')
          .set({
            tokenHash: hashRefreshToken({ sessionId, random }),
            previousHash: null,
            rotatedAt: scope.now.toISOString(),
            expiresAt: lifeFrom(scope.now, sql.ref('account_session.userId')),
          })
          .where('id', '=', sessionId)
          .where('endedAt', 'is', null)
          .where('userId', 'in', scope.db.selectFrom('account_user').select('id').where('state', '=', 'active'))
          .returning('userId')
          .executeTakeFirst()
        if (!row) throw new AgonError('TICKET_INVALID')
        return tokens(row.userId as string, { sessionId, random })
      },
      refresh: (text) => refresh(text, placeOf(scope)),
      async noteProof() {
        const provedAt = scope.now.toISOString()
        await scope.db.updateTable('account_session').set({ provedAt }).where('id', '=', scope.session.sessionId).execute()
      },
      async assertProof() {
        const since = new Date(scope.now.getTime() - (settings().proofMinutes ?? PROOF_MINUTES) * MS_PER_MINUTE).toISOString()
        const row = await scope.db
          .selectFrom('account_session')
          .select('id')
          .where('id', '=', scope.session.sessionId)
          .where('provedAt', '>', since)
          .executeTakeFirst()
        if (!row) throw new AgonError('PROOF_NEEDED', { call: '' })
      },
      close: (sessionId) => end('signedOut', { id: sessionId }),
      closeAll: (userId, except, reason = 'closed') => end(reason, { userId, ...(except === undefined ? {} : { except }) }),
      hashPassword,
      verifyPassword,
      changed: (userId) => cache.forget(userId, 'bar'),
      changedForAll: () => cache.forgetAll('bar'),
      rightsOf: (userId, identity) => loadPerson(scope.db, deps.platform(), userId, identity ?? null),
      countGuess: (at) => {
        deps.services.security.suspect(scope.request, at)
        return guesses.count(at, networkOf(scope.request.ip))
      },
      forgiveGuess: (at) => guesses.forgive(at, networkOf(scope.request.ip)),
    }
  }

  /** End of a session that is used now: never after the end of the account. */
  function lifeFrom(now: Date, userId: RawBuilder<unknown>): RawBuilder<string> {
    const end = new Date(now.getTime() + settings().refreshDays * MS_PER_DAY).toISOString()
    return sql`least(${end}::timestamptz, (select u."expiresAt" from account_user u where u."id" = ${userId}))`
  }

  return {
    async resolve(accessToken) {
      const { sessionId, userId } = await accessTokens.verify(accessToken)
      return cache.get(sessionId, () => repeated(() => load(sessionId, userId)))
    },
    visitor() {
      const platform = deps.platform()
      if (visitor?.platform !== platform) {
        const session = { userId: null, sessionId: null, identity: null, name: null, grants: visitorGrants(platform) }
        visitor = { platform, session: Object.freeze(session) }
      }
      return visitor.session
    },
    person: (userId, identity) => person(userId, identity),
    changed: (userId) => cache.forget(userId, 'bar'),
    bind,
    async start() {
      notices.listen(SESSION_TOPIC, (userId) => (userId === EVERYBODY ? cache.forgetAll() : cache.forget(userId)))
      notices.onGap(() => cache.forgetAll())
      await installSessionTriggers(own.db, deps.platform())
      keys.access = await platformSecret(own.db, 'accessToken')
      keys.refresh = await platformSecret(own.db, 'refreshToken')
    },
    stop: () => own.db.destroy(),
  }
}
