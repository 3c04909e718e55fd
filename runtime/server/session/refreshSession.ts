/** The tokens of a session, and the rotation that keeps it alive. */
import { type RawBuilder, sql } from 'kysely'
import type { Tokens } from '../../core/contracts.ts'
import { AgonError } from '../../core/errors.ts'
import type { Lang } from '../../core/platform.ts'
import { MS_PER_DAY, MS_PER_SECOND } from '../../core/time.ts'
import type { CallScope, ServerDeps } from '../serverContext.ts'
import { formatRefreshToken, hashRefreshToken, nextRefreshToken, parseRefreshToken, type RefreshToken } from './refreshToken.ts'
import type { SessionParts } from './sessionParts.ts'

const MAX_USER_AGENT = 300

/** Where a session is used from, as its device list shows it, and the language of its screens. */
export interface Device {
  ip: string
  userAgent: string | null
  lang: Lang
}

/** What is known of the device of a request. */
export function deviceOf({ request, lang }: CallScope): Device {
  const agent = request.headers['user-agent']
  return { ip: request.ip, userAgent: typeof agent === 'string' ? agent.slice(0, MAX_USER_AGENT) : null, lang }
}

/** An access token and a refresh token of a session. */
export async function issueTokens({ deps, keys, accessTokens }: SessionParts, userId: string, refresh: RefreshToken): Promise<Tokens> {
  const seconds = deps.platform().app.session.accessMinutes * 60
  return {
    access_token: await accessTokens.sign({ userId, sessionId: refresh.sessionId }, seconds),
    refresh_token: formatRefreshToken(keys.refresh!, refresh),
    expires_in: seconds,
  }
}

/** @throws SESSION_INVALID */
export async function refreshSession(parts: SessionParts, text: string, from: Device): Promise<Tokens> {
  const token = parseRefreshToken(parts.keys.refresh!, text)
  if (!token) throw new AgonError('SESSION_INVALID', { reason: 'unknown refresh token' })
  const next = nextRefreshToken(parts.keys.refresh!, token)
  const userId = (await rotate(parts, token, next, from)) ?? (await withinLeeway(parts, token))
  return issueTokens(parts, userId, next)
}

/** Answers the person, or null when the token is not the current one. */
async function rotate({ deps, own }: SessionParts, token: RefreshToken, next: RefreshToken, from: Device): Promise<string | null> {
  const now = new Date()
  const row = await own.db
    .updateTable('account_session')
    .set({
      previousHash: hashRefreshToken(token),
      tokenHash: hashRefreshToken(next),
      rotatedAt: now.toISOString(),
      expiresAt: lifeFrom(deps, now, sql.ref('account_session.userId')),
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
async function withinLeeway({ deps, own, cache }: SessionParts, token: RefreshToken): Promise<string> {
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
  if (row.previousHash === hash && now - Date.parse(row.rotatedAt) <= deps.platform().app.session.refreshLeewaySeconds * MS_PER_SECOND)
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

/** End of a session that is used now: never after the end of the account. */
export function lifeFrom(deps: ServerDeps, now: Date, userId: RawBuilder<unknown>): RawBuilder<string> {
  const end = new Date(now.getTime() + deps.platform().app.session.refreshDays * MS_PER_DAY).toISOString()
  return sql`least(${end}::timestamptz, (select u."expiresAt" from account_user u where u."id" = ${userId}))`
}
