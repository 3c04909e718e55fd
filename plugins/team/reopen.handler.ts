/** The captain withdraws the submission of a team to change it: members may come, go and be replaced until it is submitted again. The place is kept. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { assertPart, lockTeam } from '../registration/team.ts'
import { tellMembers } from '../registration/tell.ts'
import { keepLook } from '../signup/desk/keepLook.ts'
import { editRule } from '../signup/ownChanges.ts'

export default defineHandler('team.reopen', async ({ id }, context) => {
  const team = await lockTeam(id, context)
  const part = await assertPart(team, { parts: ['captain'] }, context)
  if (part === 'organiser' && team.userId !== context.session.userId) return context.fail('TEAM_PART')
  const { mayReopen, editUntil } = await editRule(team, context)
  if (!mayReopen)
    return context.now.toISOString() > editUntil ? context.fail('SIGNUP_CLOSED', { at: editUntil }) : context.fail('TEAM_FROZEN')
  if (team.status === signupStatus.registered) await keepLook(team, null, context)
  const { status } = await context.rows.transition('signup.review', 'reopenTeam', id)
  await tellMembers('team.reopened', team, context)
  return { id, status }
})
