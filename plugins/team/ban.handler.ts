/** Suspends a team from any status in which it takes part; every member receives the reason. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { lockManaged } from '../registration/team.ts'
import { tellMembers } from '../registration/tell.ts'

export default defineHandler('team.ban', async ({ id, reason }, context) => {
  const team = await lockManaged(id, context)
  const transition = team.status === signupStatus.teamSentBack ? 'suspendFailed' : 'suspend'
  const row = await context.rows.transition('signup.review', transition, id, { reason })
  await tellMembers('signup.suspended', team, context, { reason })
  return { id, status: row.status }
})
