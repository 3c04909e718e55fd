/** Asks to join the team that has the code. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { askToJoin } from './asks.ts'
import { lockTeam } from './team.ts'
import { teamOfCode } from './teamOfCode.ts'

export default defineHandler('team.apply', async ({ inviteCode, ...request }, context) => {
  const id = (await teamOfCode(inviteCode, context)) ?? context.fail('TEAM_CODE_UNKNOWN')
  const team = await lockTeam(id, context)
  return { ...(await askToJoin(team, request, context)), groupId: team.id }
})
