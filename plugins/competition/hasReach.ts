/** Whether a person holds a permission on what something belongs to. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'

export interface Placed {
  competitionId: string | null
  organisationId: string | null
}

/** On the competition or on the organisation. */
export function hasReach(
  { competitionId, organisationId }: Placed,
  permission: string,
  { session }: Pick<HandlerContext, 'session'>,
): boolean {
  const holds = (scope: string, object: string | null) => {
    const objects = objectsWith(session, permission, scope)
    return objects === null || (object !== null && objects.includes(object))
  }
  return holds('competition', competitionId) || holds('organisation', organisationId)
}
