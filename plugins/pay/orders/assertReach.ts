/** Whether the person holds a permission on what an order belongs to; for everyone else the order does not exist. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'

export interface Placed {
  competitionId: string | null
  organisationId: string | null
}

/** Whether the person holds a permission on the competition or the organisation. */
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

/** @throws NOT_FOUND */
export function assertReach(of: Placed & { id: string }, permission: string, context: Pick<HandlerContext, 'session' | 'fail'>): void {
  if (!hasReach(of, permission, context)) context.fail('NOT_FOUND', { entity: 'pay.order', id: of.id })
}
