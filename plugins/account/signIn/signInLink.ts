/** One-time links that open an account: rows of `account.ticket` with a purpose of their own, stored as hashes. A link is good until it is used, it
 *  expires, the account ends, or a newer one is made. */
import { createHash, randomBytes } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { plainMoment } from '../../../runtime/core/momentText.ts'
import { MS_PER_HOUR } from '../../../runtime/core/time.ts'

const PURPOSE = 'link' as const
const SECRET_BYTES = 24

export interface LinkOrder {
  userId: string
  name: string
  /** Name of the competition or organisation of the invitation. */
  place: string
  /** End of the account. */
  end: Date
  /** Phone or email that the link is sent to. */
  address: string | null
}
export interface SignInLink {
  address: string
  expiresAt: string
  sentTo: string | null
}

const hashOf = (link: string) => createHash('sha256').update(link).digest('hex')

/** Makes a link in place of earlier ones, and sends it. */
export async function makeLink(context: HandlerContext, order: LinkOrder): Promise<SignInLink> {
  const { rows, now, documents, messages, platform, site } = context
  const { validHours, path } = documents.settings('account.links')
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const expiresAt = new Date(Math.min(now.getTime() + validHours * MS_PER_HOUR, order.end.getTime()))
  await rows.removeWhere('account.ticket', { userId: order.userId, purpose: PURPOSE })
  await rows.create('account.ticket', { purpose: PURPOSE, userId: order.userId, hash: hashOf(secret), expiresAt: expiresAt.toISOString() })
  const address = `${site}${path}?${new URLSearchParams({ link: secret })}`
  if (order.address) {
    const hours = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / MS_PER_HOUR))
    const { name, place, userId } = order
    const to = { userId, address: order.address }
    const end = plainMoment(order.end, platform.app.timeZone)
    if (order.address.includes('@')) await messages.send('account.expertLinkMail', to, { name, place, address, hours, end }, { expiresAt })
    else await messages.send('account.expertLinkSms', to, { place, address, hours }, { expiresAt })
  }
  return { address, expiresAt: expiresAt.toISOString(), sentTo: order.address }
}

/** The account that a link opens, without using it; null for an invalid link. */
export async function readLink({ db, now }: HandlerContext, link: string): Promise<{ userId: string; expiresAt: string } | null> {
  const row = await db
    .selectFrom('account_ticket')
    .select(['userId', 'expiresAt'])
    .where('hash', '=', hashOf(link))
    .where('purpose', '=', PURPOSE)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  return row ? { userId: row.userId, expiresAt: row.expiresAt } : null
}

/** Uses a link up: of several at the same time the row's lock lets one through. @returns the person. @throws LINK_INVALID */
export async function takeLink(context: HandlerContext, link: string): Promise<string> {
  const { rows, now, fail } = context
  const open = await readLink(context, link)
  const unused = { hash: hashOf(link), purpose: PURPOSE, usedAt: null }
  const [taken] = open ? await rows.saveWhere('account.ticket', unused, { usedAt: now.toISOString() }) : []
  return open && taken !== undefined ? open.userId : fail('LINK_INVALID')
}
