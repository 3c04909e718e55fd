/** Experts who can judge a competition: those of the platform, of its organisation and those above it, and of all competitions of the organisation. The list of
 *  experts and invitations to a panel ask by this one condition. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { withContainers } from '../grants/withContainers.ts'

/** Over grants `g`. */
export async function inPool(competitionId: string, context: Pick<HandlerContext, 'tables' | 'platform'>): Promise<RawBuilder<boolean>> {
  const places = (await withContainers({ scope: 'competition', objectId: competitionId }, context)).map(
    ({ scope, objectId }) => `${scope}:${objectId}`,
  )
  return sql<boolean>`(g."scope" is null or g."scope" || ':' || g."objectId" = any(${places}::text[]) or g."scope" = 'competition' and g."objectId" in (
    select other."id"::text from competition_competition c join competition_competition other on other."organisationId" = c."organisationId"
    where c."id" = ${competitionId} and other."deletedAt" is null))`
}
