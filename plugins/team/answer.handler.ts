/** The invited person accepts or declines. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { teamMemberState } from '../generated/enums.ts'
import { activate, assertRosterOpen, end } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { lockTeam, readMember } from '../registration/team.ts'
import { tell } from '../registration/tell.ts'

export default defineHandler('team.answer', async ({ id, agree = true }, context) => {
  const { session, fail } = context
  const { registrationId } = await readMember(id, context)
  const team = await lockTeam(registrationId, context)
  const member = await readMember(id, context)
  if (member.userId !== session.userId) return fail('NOT_FOUND', { entity: 'team.member', id })
  if (member.state !== teamMemberState.invited) return fail('TEAM_NOT_OPEN', { state: member.state })
  const person = session.name ?? ''
  if (agree) {
    await assertRosterOpen(team, 'stranger', context)
    await activate(team, { ...member, name: person }, context)
  } else await end(member, 'refuse', context)
  await tell(team.userId, agree ? 'team.accepted' : 'team.declined', team, context, { person })
  return { id, state: agree ? teamMemberState.active : teamMemberState.refused, status: await settleTeam(team.id, context) }
})
