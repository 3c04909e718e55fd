/** Gives a member another role. A new captain replaces the present one. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type TeamRole, teamMemberState, teamRole } from '../generated/enums.ts'
import { assertRoom, assertRosterOpen, freeSeat } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { assertPart, changeMember, lockTeam, type Member, readMember, type Team } from '../registration/team.ts'
import { handOver } from './handOver.ts'

export default defineHandler('team.changeRole', async ({ memberId, role }, context) => {
  const { registrationId } = await readMember(memberId, context)
  const team = await lockTeam(registrationId, context)
  const part = await assertPart(team, { parts: ['captain'] }, context)
  const member = await readMember(memberId, context)
  if (member.state !== teamMemberState.active) return context.fail('NOT_FOUND', { entity: 'team.member', id: memberId })
  await assertRosterOpen(team, part, context)
  if (member.role === role) return { id: memberId, role, status: team.status }
  if (role === teamRole.captain) await handOver(team, member, context)
  else await assign(team, member, role, context)
  return { id: memberId, role, status: await settleTeam(team.id, context) }
})

async function assign(team: Team, member: Member, role: TeamRole, context: HandlerContext): Promise<void> {
  if (member.role === teamRole.captain) context.fail('TEAM_NEEDS_CAPTAIN')
  await assertRoom(team, role, context, member.id)
  await changeMember(member, { role, seat: await freeSeat(team, { userId: member.userId, role }, context) }, context)
}
