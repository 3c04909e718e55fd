/** Gives a team a new invite code; the old one stops working. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { randomCode } from '../competition/randomCode.ts'
import { assertRosterOpen } from '../registration/roster.ts'
import { assertPart, changeTeam, lockTeam } from '../registration/team.ts'

export default defineHandler('team.renewCode', async ({ id }, context) => {
  const team = await lockTeam(id, context)
  const part = await assertPart(team, { parts: ['captain'] }, context)
  await assertRosterOpen(team, part, context)
  const inviteCode = randomCode()
  await changeTeam(team, { inviteCode }, context)
  return { id, inviteCode }
})
