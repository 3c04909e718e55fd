/** Whether the person may change a competition: on it, on its organisation, or everywhere. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { objectsWith } from '../../runtime/core/permissions.ts'

/** Whether the session holds `permission` for the competition, its organisation or the platform. */
export function mayEdit(
  { competitionId, organisationId }: { competitionId: string; organisationId: string },
  { session }: Pick<HandlerContext, 'session'>,
  permission = 'editCompetition',
): boolean {
  const competitions = objectsWith(session, permission, 'competition')
  const organisations = objectsWith(session, permission, 'organisation')
  return competitions === null || organisations === null || competitions.includes(competitionId) || organisations.includes(organisationId)
}
