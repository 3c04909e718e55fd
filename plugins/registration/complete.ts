/** What keeps a team from being submitted. The caller holds its lock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { brokenLimit, countRoles, teamLimits } from './limits.ts'
import { memberFormHash } from './memberForm.ts'
import { settleTeam } from './settleTeam.ts'
import { activeMembers, type Team } from './team.ts'

/** @returns the team's status, counted anew. @throws the limits of `brokenLimit` with how many are missing, TEAM_MEMBERS_OPEN with their names */
export async function assertComplete(team: Team, context: HandlerContext): Promise<number> {
  const members = await activeMembers(team, context)
  const broken = brokenLimit(countRoles(members), await teamLimits(team.competitionId, team.eventId, context))
  if (broken) context.fail(broken.code, broken.details)
  const open = (await memberFormHash(team.competitionId, context)) === null ? [] : members.filter(({ completedAt }) => completedAt === null)
  const names = open.map(({ name }) => name).join(context.lang === 'zh' ? '、' : ', ')
  if (open.length > 0) context.fail('TEAM_MEMBERS_OPEN', { names, count: open.length })
  return settleTeam(team.id, context)
}
