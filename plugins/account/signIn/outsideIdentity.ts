/** People of another site (service `account.wechat`) and our accounts. A sign-in there starts with a state that a cookie binds to the browser: a code
 *  from another browser is refused. A person without an account here gets a ticket, valid once, until a phone number is linked. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HandlerContext, IdentityProvider, OutsideIdentity } from '../../../runtime/core/contracts.ts'
import { MS_PER_MINUTE, MS_PER_SECOND, SECONDS_PER_MINUTE } from '../../../runtime/core/time.ts'
import type { Account } from '../accounts/findAccount.ts'

export const WECHAT = 'account.wechat'
const STATE_COOKIE = 'agon.oauth'
const COOKIE_PATH = '/api/usercenter'
const SECRET_BYTES = 32
/** Of tickets: a code of `account.ticketPurpose`. */
const BIND_PURPOSE = 'bindWechat' as const

export interface PendingIdentity {
  service: string
  subject: string
  name: string | null
}

const freshSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** @throws OUTSIDE_OFF */
export function providerOf({ documents, fail }: HandlerContext): IdentityProvider {
  return documents.service<IdentityProvider>(WECHAT) ?? fail('OUTSIDE_OFF')
}

/** OAuth `state`; also set as a cookie. */
export function startState({ reply, request, documents }: HandlerContext): string {
  const state = freshSecret()
  const seconds = documents.settings('account.outside').stateMinutes * SECONDS_PER_MINUTE
  const secure = request.isSecure ? '; Secure' : ''
  reply.header('set-cookie', `${STATE_COOKIE}=${state}; Path=${COOKIE_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`)
  return state
}

/** A state for a signed-in person who links an account: valid once, for this session. */
export async function issueBindState({ rows, now, session, documents }: HandlerContext): Promise<string> {
  const state = freshSecret()
  const { stateMinutes } = documents.settings('account.outside')
  const expiresAt = new Date(now.getTime() + stateMinutes * MS_PER_MINUTE).toISOString()
  const { userId, sessionId } = session
  await rows.create('account.ticket', { purpose: BIND_PURPOSE, userId: userId!, sessionId, hash: hashOf(state), expiresAt })
  return state
}

/** The person of the other site who came back to this session. @throws OUTSIDE_OFF, OUTSIDE_STATE, OUTSIDE_REFUSED, OUTSIDE_DOWN */
export async function identityToBind(context: HandlerContext, { code, state }: { code: string; state: string }): Promise<OutsideIdentity> {
  const { rows, now, session, fail } = context
  const provider = providerOf(context)
  const own = { purpose: BIND_PURPOSE, hash: hashOf(state), sessionId: session.sessionId }
  const ticket = await rows.find('account.ticket', own, { lock: true })
  if (!ticket || ticket.expiresAt <= now.toISOString()) return fail('OUTSIDE_STATE')
  await rows.remove('account.ticket', ticket)
  return identify(provider, code, context)
}

export interface OwnWechat {
  id: string
  service: string
  name: string | null
  createdAt: string
}

/** The WeChat account linked to the signed-in person's account. */
export async function ownWechat({ db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<OwnWechat | undefined> {
  const row = await db
    .selectFrom('account_outsideIdentity')
    .select(['id', 'service', 'name', 'createdAt'])
    .where('userId', '=', session.userId)
    .where('service', '=', WECHAT)
    .executeTakeFirst()
  return row as OwnWechat | undefined
}

/** Who came back with a code. @throws OUTSIDE_OFF, OUTSIDE_STATE, OUTSIDE_REFUSED, OUTSIDE_DOWN */
export async function identityBehind(context: HandlerContext, { code, state }: { code: string; state: string }): Promise<OutsideIdentity> {
  const { request, fail } = context
  const provider = providerOf(context)
  const kept = new RegExp(`(?:^|;\\s*)${STATE_COOKIE}=([\\w-]+)`).exec(String(request.headers.cookie ?? ''))?.[1] ?? ''
  if (!timingSafeEqual(Buffer.from(hashOf(kept)), Buffer.from(hashOf(state)))) return fail('OUTSIDE_STATE')
  return identify(provider, code, context)
}

async function identify(provider: IdentityProvider, code: string, { documents, fail }: HandlerContext): Promise<OutsideIdentity> {
  const { timeoutSeconds } = documents.settings('account.outside')
  const found = await provider.identify(code, AbortSignal.timeout(timeoutSeconds * MS_PER_SECOND)).catch(() => fail('OUTSIDE_DOWN'))
  return found ?? fail('OUTSIDE_REFUSED')
}

/** The account of a person of the other site; null when they have none. */
export async function accountOf(
  { db }: HandlerContext,
  { subject }: OutsideIdentity,
): Promise<Pick<Account, 'id' | 'state' | 'expiresAt'> | null> {
  const row = await db
    .selectFrom('account_outsideIdentity as o')
    .innerJoin('account_user as u', 'u.id', 'o.userId')
    .select(['u.id', 'u.state', 'u.expiresAt'])
    .where('o.service', '=', WECHAT)
    .where('o.subject', '=', subject)
    .executeTakeFirst()
  return (row as Pick<Account, 'id' | 'state' | 'expiresAt'> | undefined) ?? null
}

/** @throws OUTSIDE_TAKEN by the unique columns */
export async function linkIdentity({ rows }: HandlerContext, userId: string, { service, subject, name }: PendingIdentity): Promise<void> {
  await rows.create('account.outsideIdentity', { userId, service, subject, name })
}

/** @returns a ticket with which this browser binds a phone */
export async function issueBindTicket({ rows, now, documents }: HandlerContext, { subject, name }: OutsideIdentity): Promise<string> {
  const ticket = freshSecret()
  const { ticketMinutes } = documents.settings('account.outside')
  const expiresAt = new Date(now.getTime() + ticketMinutes * MS_PER_MINUTE).toISOString()
  await rows.create('account.outsideTicket', { ticketHash: hashOf(ticket), service: WECHAT, subject, name, expiresAt })
  return ticket
}

/** Uses the ticket up, in the transaction: it stays valid when the call fails. @throws BIND_TICKET */
export async function takeTicket({ rows, now, fail }: HandlerContext, ticket: string): Promise<PendingIdentity> {
  const row = await rows.find('account.outsideTicket', { ticketHash: hashOf(ticket) }, { lock: true })
  if (!row || row.expiresAt <= now.toISOString()) return fail('BIND_TICKET')
  await rows.remove('account.outsideTicket', row)
  return { service: row.service, subject: row.subject, name: row.name } as PendingIdentity
}
