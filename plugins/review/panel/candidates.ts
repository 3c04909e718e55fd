/** Whom the organiser of a competition may ask to judge: experts of its pool who can sign in. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { EXPERT } from '../../account/experts/expertGrants.ts'
import { inPool } from '../../account/experts/inPool.ts'

/** Grants `g` of the role with their persons `u`, who can sign in. */
export async function candidates(competitionId: string, context: HandlerContext) {
  return context.db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .where('g.role', '=', EXPERT)
    .where('u.state', '=', 'active')
    .where((where) => where.or([where('u.expiresAt', 'is', null), where('u.expiresAt', '>', context.now.toISOString())]))
    .where(await inPool(competitionId, context))
}
