/** Protects the last platform administrator: a role or account cannot be removed when no administrator who can sign in would be left. */
import type { Database, HandlerContext } from '../../../runtime/core/contracts.ts'

export const PLATFORM_ADMIN = 'account.platformAdmin'

/** @throws LAST_ADMINISTRATOR */
export async function assertNotLast(userId: string, context: HandlerContext): Promise<void> {
  if (await isLastAdministrator(userId, context)) context.fail('LAST_ADMINISTRATOR')
}

/** Whether someone administers the platform who can sign in. */
export async function hasAdministrator(db: Database, now: Date): Promise<boolean> {
  return (await administrators(db, now).executeTakeFirst()) !== undefined
}

/** Locks, so that two administrators who remove each other or themselves cannot both succeed. */
export async function isLastAdministrator(userId: string, { db, lock, now }: HandlerContext): Promise<boolean> {
  await lock('platformAdministrators', '')
  const ids = new Set((await administrators(db, now).execute()).map(({ id }) => id))
  return ids.has(userId) && ids.size === 1
}

/** Number of accounts that can sign in and hold the role now; grants that have ended do not count. */
function administrators(db: Database, now: Date) {
  return db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select('u.id')
    .where('g.role', '=', PLATFORM_ADMIN)
    .where('g.scope', 'is', null)
    .where('u.state', '=', 'active')
    .where((eb) => eb.or([eb('g.until', 'is', null), eb('g.until', '>', now.toISOString())]))
    .where((eb) => eb.or([eb('u.expiresAt', 'is', null), eb('u.expiresAt', '>', now.toISOString())]))
}
