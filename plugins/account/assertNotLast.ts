/** Keeps the last platform administrator: a right or account is not taken away when nobody who can sign in would be left to give it back. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export const PLATFORM_ADMIN = 'account.platformAdmin'

/** Locks, so that two who remove each other cannot both succeed. @throws LAST_ADMINISTRATOR */
export async function assertNotLast(userId: string, { db, lock, fail }: HandlerContext): Promise<void> {
  await lock('platformAdministrators', '')
  const rows = await db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select('g.userId')
    .where('g.role', '=', PLATFORM_ADMIN)
    .where('g.scope', 'is', null)
    .where('u.state', '=', 'active')
    .execute()
  const ids = new Set(rows.map((row) => String(row.userId)))
  if (ids.has(userId) && ids.size === 1) fail('LAST_ADMINISTRATOR')
}
