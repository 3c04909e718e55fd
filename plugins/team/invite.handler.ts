/** Invites a person by username, phone number or email. No one is added without consent, and the reply does not reveal whether the account exists:
 * the invitation is stored as typed. A person who has already asked to join is added immediately. With `replaces` a member leaves when the invited
 * person accepts, and stays when not. */

import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../account/accounts/findAccount.ts'
import { type TeamRole, teamMemberState, teamRole } from '../generated/enums.ts'
import { activate, assertRoom, assertRosterOpen, openRow } from '../registration/roster.ts'
import { settleTeam } from '../registration/settleTeam.ts'
import { activeMembers, assertPart, lockTeam, type Member, membersOf, type Team } from '../registration/team.ts'
import { tell } from '../registration/tell.ts'

export default defineHandler('team.invite', async ({ id, account, role: wanted = 'contestant', message = null, replaces }, context) => {
  const team = await lockTeam(id, context)
  // who takes someone out leads the team
  const part = await assertPart(team, replaces === undefined ? {} : { parts: [teamRole.captain] }, context)
  await assertRosterOpen(team, part, context)
  const replaced = replaces === undefined ? null : await replaceable(team, replaces, context)
  const role = (replaced?.role ?? wanted) as TeamRole
  const replacesId = replaced?.id ?? null
  await assertRoom(team, role, context, replaced?.id)
  const invitedAs = normaliseAccount(account)
  const found = await findAccount(context.db, invitedAs)
  const userId = found?.state === 'active' ? found.id : null
  const rows = (await membersOf(id, context)).filter((member) => userId !== null && member.userId === userId)
  const request = rows.find((member) => member.state === teamMemberState.applied)
  // invited by another name of the same account: this reply must not say that the two belong together
  const isAsked = rows.some((member) => member.state === teamMemberState.invited && member.invitedAs !== invitedAs)
  if (request) {
    await activate(team, { ...request, role, replacesId }, context)
    await tell(userId, 'team.approved', team, context)
  } else {
    const facts = {
      userId: isAsked ? null : userId,
      name: account.trim(),
      role,
      state: teamMemberState.invited,
      message,
      invitedAs,
      replacesId,
    }
    const row = await openRow(team, { ...facts, invitedById: context.session.userId }, context)
    await tell(facts.userId, 'team.invited', team, context, { person: context.session.name ?? '' })
    return { id: row.id, state: row.state, status: team.status }
  }
  return { id: request.id, state: teamMemberState.active, status: await settleTeam(id, context) }
})

/** @throws NOT_FOUND for who is not in the team, TEAM_NEEDS_CAPTAIN */
async function replaceable(team: Team, id: string, context: HandlerContext): Promise<Member> {
  const member = (await activeMembers(team, context)).find((each) => each.id === id)
  if (!member) return context.fail('NOT_FOUND', { entity: 'team.member', id })
  if (member.role === teamRole.captain) return context.fail('TEAM_NEEDS_CAPTAIN')
  return member
}
