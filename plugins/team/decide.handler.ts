/** The captain decides on a request to join. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { teamMemberState } from '../generated/enums.ts'
import { activate, assertRosterOpen, end } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { assertPart, lockTeam, readMember } from '../registration/team.ts'
import { tell } from '../registration/tell.ts'

export default defineHandler('team.decide', async ({ id, state }, context) => {
  const { registrationId } = await readMember(id, context)
  const team = await lockTeam(registrationId, context)
  const part = await assertPart(team, { parts: ['captain'] }, context)
  const member = await readMember(id, context)
  if (member.state !== teamMemberState.applied) return context.fail('TEAM_NOT_OPEN', { state: member.state })
  await assertRosterOpen(team, part, context)
  if (state === teamMemberState.active) await activate(team, member, context)
  else await end(member, 'refuse', context)
  await tell(member.userId, state === teamMemberState.active ? 'team.approved' : 'team.refused', team, context)
  return { id, state, status: await settleTeam(team.id, context) }
})
