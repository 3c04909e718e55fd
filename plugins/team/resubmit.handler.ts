/** The captain submits the team again after a failed review, with corrections. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertComplete } from '../registration/complete.ts'
import { assertRosterOpen } from '../registration/roster.ts'
import { assertPart, lockTeam } from '../registration/team.ts'

export default defineHandler('team.resubmit', async ({ id }, context) => {
  const team = await lockTeam(id, context)
  const part = await assertPart(team, { parts: ['captain'] }, context)
  await assertRosterOpen(team, part, context)
  await assertComplete(team, context)
  const row = await context.rows.transition('signup.review', 'resubmitTeam', id)
  return { id, status: row.status }
})
