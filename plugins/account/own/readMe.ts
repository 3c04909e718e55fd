/** The person's own account as its pages show it. */
import type { HandlerContext, StoredFile } from '../../../runtime/core/contracts.ts'

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

/** Null for visitors. */
export async function readMe({ db, session }: Pick<HandlerContext, 'db' | 'session'>): Promise<Me | null> {
  if (session.userId === null) return null
  const row = await db
    .selectFrom('account_user')
    .select(['id', 'userName', 'name', 'nickname', 'icon', 'phone', 'email', 'noviceGuide'])
    .where('id', '=', session.userId)
    .executeTakeFirst()
  return row ? ({ ...row, noviceGuide: row.noviceGuide ?? {}, identity: session.identity } as Me) : null
}
