/** Makes a member the captain of the team. The one there was stays as a contestant: a team always has one captain. The caller holds the team's lock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { teamRole } from '../generated/enums.ts'
import { freeSeat } from '../registration/roster.ts'
import { activeMembers, changeMember, changeTeam, type Member, type Team } from '../registration/team.ts'
import { tell } from '../registration/tell.ts'

/** @throws TEAM_CAPTAIN_BUSY, TEAM_SIGNED_UP_ALONE, TEAM_ONE_PER_EVENT */
export async function handOver(team: Team, member: Member, context: HandlerContext): Promise<void> {
  if (await isBusy(team, member, context)) context.fail('TEAM_CAPTAIN_BUSY')
  const captain = (await activeMembers(team, context)).find(({ role }) => role === teamRole.captain)
  const seat = await freeSeat(team, { userId: member.userId, role: teamRole.captain }, context)
  if (captain) await changeMember(captain, { role: teamRole.contestant }, context)
  await changeMember(member, { role: teamRole.captain, seat }, context)
  await changeTeam(team, { userId: member.userId! }, context)
  await tell(member.userId, 'team.handedOver', team, context)
}

/** Whether the person has a registration of their own in the competition: a captain has no other. */
export async function isBusy({ competitionId }: Team, { userId }: Pick<Member, 'userId'>, { db }: HandlerContext): Promise<boolean> {
  const own = await db
    .selectFrom('signup_registration')
    .select('id')
    .where('competitionId', '=', competitionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return own !== undefined
}
