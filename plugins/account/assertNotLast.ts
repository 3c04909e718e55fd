/** Keeps the last platform administrator: a right or account is not taken away when nobody who can sign in would be left to give it back. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export const PLATFORM_ADMIN = 'account.platformAdmin'

/** @throws LAST_ADMINISTRATOR */
export async function assertNotLast(userId: string, context: HandlerContext): Promise<void> {
  if (await isLastAdministrator(userId, context)) context.fail('LAST_ADMINISTRATOR')
}

/** Locks, so that two who remove each other, or themselves, cannot both succeed. */
export async function isLastAdministrator(userId: string, { db, lock }: HandlerContext): Promise<boolean> {
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
  return ids.has(userId) && ids.size === 1
}
