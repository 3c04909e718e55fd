/** Removes someone from a team: members themselves, captain and organiser also others. An open invitation or request is ended the same way. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus, teamMemberState, teamRole } from '../generated/enums.ts'
import { assertRosterOpen, end } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { assertPart, lockTeam, type Member, membersOf, type Team } from '../registration/team.ts'
import { tell } from '../registration/tell.ts'

const OPEN: readonly string[] = [teamMemberState.active, teamMemberState.invited, teamMemberState.applied]

export default defineHandler('team.out', async ({ id, memberId }, context) => {
  const team = await lockTeam(id, context)
  const { userId } = context.session
  const member = (await membersOf(id, context)).find((each) => (memberId === undefined ? each.userId === userId : each.id === memberId))
  const isSelf = member?.userId === userId
  if (!isSelf) await assertPart(team, { parts: ['captain'] }, context)
  if (!member || !OPEN.includes(member.state)) return context.fail('NOT_FOUND', { entity: 'team.member', id: memberId ?? id })
  await (isSelf ? leave(team, member, context) : remove(team, member, context))
  return { id, status: await settleTeam(id, context) }
})

async function leave(team: Team, member: Member, context: HandlerContext): Promise<void> {
  if (member.role === teamRole.captain) context.fail('TEAM_NEEDS_CAPTAIN')
  if (member.state !== teamMemberState.active) {
    await end(member, 'withdraw', context)
    return
  }
  if (team.status !== signupStatus.withdrawn) await assertRosterOpen(team, member.role, context)
  await end(member, 'leave', context)
  await tell(team.userId, 'team.left', team, context, { person: member.name })
}

async function remove(team: Team, member: Member, context: HandlerContext): Promise<void> {
  if (member.role === teamRole.captain) context.fail('TEAM_NEEDS_CAPTAIN')
  const part = await assertPart(team, { parts: ['captain'] }, context)
  if (member.state === teamMemberState.active) {
    await assertRosterOpen(team, part, context)
    await end(member, 'remove', context)
    return tell(member.userId, 'team.removed', team, context)
  }
  await end(member, member.state === teamMemberState.invited ? 'withdraw' : 'refuse', context)
  if (member.state === teamMemberState.applied) await tell(member.userId, 'team.refused', team, context)
}
