/** Whether a sign-in must be followed by a second factor: the person has set one up, or a role of theirs requires it and no one excused them. */
import type { Database } from '../../core/contracts.ts'
import type { Platform } from '../../core/platform.ts'

/** `prove` an existing one, `setUp` a new one, or nothing. */
export type SecondFactorNeed = 'prove' | 'setUp' | null

export async function secondFactorNeed(db: Database, platform: Platform, userId: string): Promise<SecondFactorNeed> {
  const factor = await db
    .selectFrom('account_secondFactor')
    .select('id')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  if (factor) return 'prove'
  return (await isSecondFactorRequired(db, platform, userId)) ? 'setUp' : null
}

/** Whether a role of the person requires it and no one excused them. */
export async function isSecondFactorRequired(db: Database, platform: Platform, userId: string): Promise<boolean> {
  const roles = [...platform.documents.role.values()].filter(({ secondFactor }) => secondFactor === 'required').map(({ id }) => id)
  if (roles.length === 0) return false
  const row = await db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .select('g.id')
    .where('g.userId', '=', userId)
    .where('g.role', 'in', roles)
    .where('u.secondFactorExempt', '=', false)
    .executeTakeFirst()
  return row !== undefined
}
