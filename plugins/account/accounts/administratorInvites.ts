/** Links by which someone opens an account that administers the platform: rows of `account.administratorInvite`, stored as hashes. A link is valid
 *  until it is used or expires. A link for the first administrator also ends once there is an administrator. Links are made at the console only. */
import { createHash, randomBytes } from 'node:crypto'
import type { Database, HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import type { Platform } from '../../../runtime/core/platform.ts'
import { settingsOf } from '../../../runtime/core/settingsOf.ts'
import { MS_PER_HOUR } from '../../../runtime/core/time.ts'

export const INVITE = 'account.administratorInvite'
const TABLE = 'account_administratorInvite'
const SECRET_BYTES = 24

export interface InviteOrder {
  platform: Platform
  /** Address that the link begins with. */
  site: string
  now: Date
  /** Made because there is no administrator. */
  isFirst: boolean
}
export interface MadeInvite {
  address: string
  validHours: number
}
export type InviteState = 'open' | 'used' | 'expired' | 'unknown'

const hashOf = (link: string) => createHash('sha256').update(link).digest('hex')

/** Makes a link, and notes in the audit log that it was made at the console. */
export function makeInvite(db: Database, { platform, site, now, isFirst }: InviteOrder): Promise<MadeInvite> {
  const { validHours, path } = settingsOf('account.administratorInvites', platform)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const expiresAt = new Date(now.getTime() + validHours * MS_PER_HOUR).toISOString()
  return db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto(TABLE)
      .values({ hash: hashOf(secret), isFirst, expiresAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    const title = platform.get('entity', INVITE).title as LocalText
    const entry = {
      title,
      actorName: 'console',
      ip: 'console',
      entity: INVITE,
      rowId: id,
      after: { expiresAt, isFirst },
    }
    await transaction.insertInto('platform_log').values(entry).execute()
    return { address: `${site}${path}?${new URLSearchParams({ link: secret })}`, validHours }
  })
}

/** State of a link, without using it. */
export async function inviteState({ db, now }: HandlerContext, link: string): Promise<{ state: InviteState; expiresAt: string | null }> {
  const row = await db.selectFrom(TABLE).select(['expiresAt', 'usedAt']).where('hash', '=', hashOf(link)).executeTakeFirst()
  if (!row) return { state: 'unknown', expiresAt: null }
  const state = row.usedAt !== null ? 'used' : row.expiresAt <= now.toISOString() ? 'expired' : 'open'
  return { state, expiresAt: row.expiresAt }
}

/** Uses a link up, and with it all that were made for the first administrator: of several at the same time the row's lock lets one through.
 *  @throws LINK_INVALID */
export async function takeInvite(context: HandlerContext, link: string, userId: string): Promise<void> {
  const { rows, now, fail } = context
  const usedAt = now.toISOString()
  const { state } = await inviteState(context, link)
  const by = { actorId: userId }
  const [taken] = state === 'open' ? await rows.saveWhere(INVITE, { hash: hashOf(link), usedAt: null }, { usedAt, userId }, by) : []
  if (taken === undefined) return fail('LINK_INVALID')
  await rows.saveWhere(INVITE, { isFirst: true, usedAt: null }, { usedAt }, by)
}
