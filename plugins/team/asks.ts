/** Someone asks to join a team; who was invited is in immediately. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus, teamMemberState } from '../generated/enums.ts'
import { activate, assertRoom, assertRosterOpen, assertUnseated, openRow } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { membersOf, type Team } from '../registration/team.ts'
import { tell } from '../registration/tell.ts'

export interface Request {
  role?: 'contestant' | 'instructor' | 'mentor'
  message?: string | null
}

/** The caller holds the team's lock. @throws TEAM_FROZEN, SIGNUP_CLOSED, TEAM_FULL, TEAM_ONE_PER_EVENT, TEAM_SIGNED_UP_ALONE, TEAM_MEMBER_KNOWN */
export async function askToJoin(team: Team, { role = 'contestant', message = null }: Request, context: HandlerContext) {
  const { userId, name } = context.session
  await assertRosterOpen(team, 'stranger', context)
  const invitation = (await membersOf(team.id, context)).find(
    (member) => member.userId === userId && member.state === teamMemberState.invited,
  )
  if (invitation) {
    await activate(team, { ...invitation, name: name ?? '' }, context)
    await tell(team.userId, 'team.accepted', team, context, { person: name ?? '' })
    return { id: invitation.id, state: teamMemberState.active, status: await settleTeam(team.id, context) }
  }
  await assertRoom(team, role, context)
  if (role === 'contestant') await assertUnseated(team.eventId, userId!, context, team.id)
  const row = await openRow(team, { userId, name: name ?? '', role, state: teamMemberState.applied, message }, context)
  await tell(team.userId, 'team.applied', team, context, { person: name ?? '' })
  return { id: row.id, state: row.state, status: team.status }
}

/** Statuses in which a team may still take someone. */
export const FORMING: readonly number[] = [signupStatus.memberDetailsIncomplete, signupStatus.formNotSubmitted]
