/** The person's own account as its pages show it. */
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'
import { maskRow } from '../../../runtime/core/masking/entityMasks.ts'

export interface Me {
  id: string
  userName: string
  name: string
  nickname: string | null
  icon: StoredFile | null
  phone: string | null
  email: string | null
  identity: string | null
  /** Guides seen: name -> 1. */
  noviceGuide: Record<string, 1>
}

/** Null for visitors. A person who looks with someone else's rights reads phone, email and such usernames masked. */
export async function readMe({ db, session, platform }: Pick<HandlerContext, 'db' | 'session' | 'platform'>): Promise<Me | null> {
  if (session.userId === null) return null
  const row = await db
    .selectFrom('account_user')
    .select(['id', 'userName', 'name', 'nickname', 'icon', 'phone', 'email', 'noviceGuide'])
    .where('id', '=', session.userId)
    .executeTakeFirst()
  if (!row) return null
  const shown = session.seeing ? maskRow(row, 'account.user', platform) : row
  return { ...shown, noviceGuide: row.noviceGuide ?? {}, identity: session.identity } as Me
}
