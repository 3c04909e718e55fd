/** Whom the organiser of a competition may ask to judge: experts of the organisation (and those above it) and of all its competitions, as its list of experts
 *  shows them, and those of the platform. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { EXPERT } from '../../account/experts/expertGrants.ts'
import { withContainers } from '../../account/grants/withContainers.ts'

/** Grants `g` of the role with their persons `u`, who can sign in. */
export async function candidates(competitionId: string, context: HandlerContext) {
  const places = (await withContainers({ scope: 'competition', objectId: competitionId }, context)).map(
    ({ scope, objectId }) => `${scope}:${objectId}`,
  )
  return context.db
    .selectFrom('account_grant as g')
    .innerJoin('account_user as u', 'u.id', 'g.userId')
    .where('g.role', '=', EXPERT)
    .where('u.state', '=', 'active')
    .where((where) => where.or([where('u.expiresAt', 'is', null), where('u.expiresAt', '>', context.now.toISOString())]))
    .where(
      sql<boolean>`(g."scope" is null or g."scope" || ':' || g."objectId" = any(${places}::text[]) or g."scope" = 'competition' and g."objectId" in (
        select other."id"::text from competition_competition c join competition_competition other on other."organisationId" = c."organisationId"
        where c."id" = ${competitionId} and other."deletedAt" is null))`,
    )
}
