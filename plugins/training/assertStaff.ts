/** Whether the person holds a permission on the competition of a sign-up; for everyone else the sign-up does not exist. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'

/** @throws NOT_FOUND */
export function assertStaff(
  { id, competitionId, organisationId }: { id: string; competitionId: string; organisationId: string },
  permission: string,
  { session, fail }: Pick<HandlerContext, 'session' | 'fail'>,
): void {
  const holds = (scope: string, object: string) => objectsWith(session, permission, scope)?.includes(object) ?? true
  if (!holds('competition', competitionId) && !holds('organisation', organisationId))
    fail('NOT_FOUND', { entity: 'training.enrolment', id })
}
