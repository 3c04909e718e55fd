/** Keeps the last platform administrator: a right or account is not taken away when no one who can sign in would be left to give it back. */
import type { Database, HandlerContext } from '../../../runtime/core/contracts.ts'

export const PLATFORM_ADMIN = 'account.platformAdmin'

/** @throws LAST_ADMINISTRATOR */
export async function assertNotLast(userId: string, context: HandlerContext): Promise<void> {
  if (await isLastAdministrator(userId, context)) context.fail('LAST_ADMINISTRATOR')
}

/** Whether someone administers the platform who can sign in. */
export async function hasAdministrator(db: Database, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select('u.id')
    .where('g.role', '=', PLATFORM_ADMIN)
    .where('g.scope', 'is', null)
    .where('u.state', '=', 'active')
    .where((eb) => eb.or([eb('g.until', 'is', null), eb('g.until', '>', now.toISOString())]))
    .where((eb) => eb.or([eb('u.expiresAt', 'is', null), eb('u.expiresAt', '>', now.toISOString())]))
    .executeTakeFirst()
  return row !== undefined
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
