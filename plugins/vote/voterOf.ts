/** Who votes: an account, or the browser of a visitor, known by a signed cookie that `vote.auth` gives out and that cannot be forged. What is stored are
 *  names derived from both with the platform's key: the organiser sees that two votes have one device, not whose it is. */
import { randomBytes } from 'node:crypto'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

const COOKIE = 'agon.voter'
const COOKIE_DAYS = 365
const SECONDS_PER_DAY = 86_400
const PURPOSE = 'vote.visitor'
const ID_BYTES = 16
/** Characters of a derived name: 96 bits, so that two are never equal by chance. */
const NAME_LENGTH = 16

export interface Voter {
  /** Derived name, the same for all votes of this person or browser. */
  key: string
  userId: string | null
  device: string | null
  network: string
  /** When the account, or the browser's mark, was made (ISO 8601). */
  knownSince: string | null
}
interface Mark {
  id: string
  at: string
}

/** The asker as a voter; null for a visitor whose browser has no mark. */
export async function voterOf(context: HandlerContext): Promise<Voter | null> {
  const { userId } = context.session
  const mark = await readMark(context)
  const device = mark && (await nameOf(context, 'device', mark.id))
  const network = await nameOf(context, 'network', context.request.network)
  if (userId !== null) {
    const key = await accountKey(context, userId)
    return { key, userId, device, network, knownSince: await accountSince(userId, context) }
  }
  return mark && { key: await nameOf(context, 'visitor', mark.id), userId: null, device, network, knownSince: mark.at }
}

/** As `voterOf`; a browser without a mark gets one with the reply of a raw call. */
export async function markedVoter(context: HandlerContext): Promise<Voter | null> {
  if (!(await readMark(context))) await handOut(context)
  return voterOf(context)
}

/** Pseudonym of an account, derived with the key of the platform. */
export function accountKey(context: Pick<HandlerContext, 'people'>, userId: string): Promise<string> {
  return nameOf(context, 'account', userId)
}

async function nameOf({ people }: Pick<HandlerContext, 'people'>, kind: string, value: string): Promise<string> {
  return (await people.signed.derive(`vote.${kind}`, value)).slice(0, NAME_LENGTH)
}

async function readMark({ request, people }: HandlerContext): Promise<Mark | null> {
  const sent = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;\\s]+)`).exec(String(request.headers.cookie ?? ''))?.[1]
  const value = sent === undefined ? null : await people.signed.read(PURPOSE, sent)
  return value === null ? null : (JSON.parse(value) as Mark)
}

async function handOut({ reply, request, people, now }: HandlerContext): Promise<void> {
  const mark: Mark = { id: randomBytes(ID_BYTES).toString('base64url'), at: now.toISOString() }
  const token = await people.signed.sign(PURPOSE, JSON.stringify(mark))
  const secure = request.isSecure ? '; Secure' : ''
  reply.header('set-cookie', `${COOKIE}=${token}; Path=/api; Max-Age=${COOKIE_DAYS * SECONDS_PER_DAY}; HttpOnly; SameSite=Lax${secure}`)
}

async function accountSince(userId: string, { db }: HandlerContext): Promise<string | null> {
  const row = await db.selectFrom('account_user').select('createdAt').where('id', '=', userId).executeTakeFirst()
  return row ? new Date(row.createdAt).toISOString() : null
}
