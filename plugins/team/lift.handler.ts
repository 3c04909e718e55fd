/** Lifts the suspension of a team, if a place is free; every member is notified. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockManaged } from '../registration/team.ts'
import { tellMembers } from '../registration/tell.ts'

export default defineHandler('team.lift', async ({ id }, context) => {
  const team = await lockManaged(id, context)
  const row = await context.rows.transition('signup.review', 'restore', id)
  await tellMembers('signup.approved', team, context)
  return { id, status: row.status }
})
