/** Whether the person holds a permission on what an order belongs to; for everyone else the order does not exist. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { objectsWith } from '../../../runtime/core/permissions.ts'

/** @throws NOT_FOUND */
export function assertReach(
  { id, competitionId, organisationId }: { id: string; competitionId: string | null; organisationId: string | null },
  permission: string,
  { session, fail }: Pick<HandlerContext, 'session' | 'fail'>,
): void {
  const holds = (scope: string, object: string | null) => {
    const objects = objectsWith(session, permission, scope)
    return objects === null || (object !== null && objects.includes(object))
  }
  if (!holds('competition', competitionId) && !holds('organisation', organisationId)) fail('NOT_FOUND', { entity: 'pay.order', id })
}
