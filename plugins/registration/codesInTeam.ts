/** What members may do with their team: the codes of the role that belongs to their part. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { isId } from '../../runtime/core/idPattern.ts'
import type { Platform } from '../../runtime/core/platform.ts'
import { type TeamRole, teamMemberState, teamRole } from '../generated/enums.ts'

/** Roles held by being a member; other parts give no codes. */
const ROLES: Partial<Record<TeamRole, string>> = {
  [teamRole.captain]: 'account.teamCaptain',
  [teamRole.instructor]: 'account.instructor',
}

/** Permission codes of the role that belongs to a part in the team. */
export function codesOfPart(part: TeamRole, platform: Platform): readonly string[] {
  const role = ROLES[part]
  return role === undefined ? [] : platform.get('role', role).permissions
}

/**
 * Codes that the person holds by being a member of a team.
 * @returns null when the competition has no such team
 */
export async function codesInTeam(
  teamId: string,
  competitionId: string,
  { db, platform, session }: HandlerContext,
): Promise<Set<string> | null> {
  if (![teamId, competitionId].every((id) => isId(id))) return null
  const rows = await db
    .selectFrom('signup_registration as t')
    .leftJoin('team_member as m', (join) =>
      join.onRef('m.registrationId', '=', 't.id').on('m.userId', '=', session.userId).on('m.state', '=', teamMemberState.active),
    )
    .select('m.role')
    .where('t.id', '=', teamId)
    .where('t.competitionId', '=', competitionId)
    .where('t.isTeam', '=', true)
    .execute()
  if (rows.length === 0) return null
  return new Set(rows.flatMap(({ role }) => (role === null ? [] : codesOfPart(role as TeamRole, platform))))
}
