/** Sessions: opened by sign-in handlers, carried by a short access token, kept alive by a rotating refresh token, ended immediately.
 *  One row of `account.session` is one sign-in on one device, the family of its refresh tokens:
 *  current token -> rotates; the token before it, within the leeway -> its successor again; any older one of ours -> the family ends.
 *  Refresh and guess counting use connections of their own: what they write must be also when the call fails. */
import type { Session } from '../../core/contracts.ts'
import { openDatabase } from '../database/openDatabase.ts'
import { repeated } from '../database/repeated.ts'
import type { NoticesPart } from '../notices/createNoticesService.ts'
import type { ServerDeps, SessionsPart } from '../serverContext.ts'
import { createAccessTokens } from './accessToken.ts'
import { bindSessions } from './bindSessions.ts'
import { createGuesses } from './guesses.ts'
import { KEY_MARK, loadKey } from './loadKey.ts'
import { loadPerson } from './loadRights.ts'
import { loadSession } from './loadSession.ts'
import { platformSecret } from './platformSecret.ts'
import { createSessionCache } from './sessionCache.ts'
import { visitorGrants } from './sessionGrants.ts'
import type { SessionParts } from './sessionParts.ts'
import { EVERYBODY, installSessionTriggers } from './sessionTriggers.ts'

const OWN_CONNECTIONS = 2
/** Topic of notices: a person's sessions or rights changed; the text is the user's id. */
export const SESSION_TOPIC = 'session'

export interface SessionsService extends SessionsPart {
  /** After the tables exist, before the first request. */
  start(): Promise<void>
  stop(): Promise<void>
}

export function createSessionsService(deps: ServerDeps, notices: NoticesPart): SessionsService {
  const own = openDatabase(deps.config.databaseUrl, {
    size: OWN_CONNECTIONS,
    name: 'agon sessions',
    isPooled: deps.config.isPooled,
    logger: deps.logger,
    watch: deps.watch,
  })
  const keys: SessionParts['keys'] = {}
  const accessTokens = createAccessTokens(() => keys.access!)
  const guesses = createGuesses(own.db, deps.platform)
  const cache = createSessionCache(deps.platform, () => notices.connected)
  const parts: SessionParts = { deps, own, keys, accessTokens, guesses, cache }
  let visitor: { platform: unknown; session: Session } | undefined

  return {
    async resolve(accessToken) {
      if (accessToken.startsWith(KEY_MARK)) return repeated(() => loadKey(parts, { token: accessToken }))
      const { sessionId, userId } = await accessTokens.verify(accessToken)
      return cache.get(sessionId, () => repeated(() => loadSession(parts, sessionId, userId)))
    },
    visitor() {
      const platform = deps.platform()
      if (visitor?.platform !== platform) {
        const session = { userId: null, sessionId: null, identity: null, name: null, grants: visitorGrants(platform) }
        visitor = { platform, session: Object.freeze(session) }
      }
      return visitor.session
    },
    person: (userId, identity = null) => loadPerson(deps.db, deps.platform(), userId, identity),
    ofKey: (id) => loadKey(parts, { id }),
    changed: (userId) => cache.forget(userId, 'bar'),
    bind: (scope) => bindSessions(parts, scope),
    async start() {
      notices.listen(SESSION_TOPIC, (userId) => (userId === EVERYBODY ? cache.forgetAll() : cache.forget(userId)))
      notices.onGap(() => cache.forgetAll())
      await installSessionTriggers(own.db, deps.platform())
      keys.access = await platformSecret(own.db, 'accessToken')
      keys.refresh = await platformSecret(own.db, 'refreshToken')
    },
    stop: () => own.pool.end(),
  }
}
