/** Asks to join the team that has the code, or one that looks for members; others answer as if they did not exist. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockTeam } from '../registration/team.ts'
import { askToJoin } from './asks.ts'
import { teamOfCode } from './teamOfCode.ts'

export default defineHandler('team.apply', async ({ id: named, inviteCode, ...request }, context) => {
  const id = inviteCode === undefined ? named! : ((await teamOfCode(inviteCode, context)) ?? context.fail('TEAM_CODE_UNKNOWN'))
  const team = await lockTeam(id, context)
  if (inviteCode === undefined && !team.seeking) return context.fail('NOT_FOUND', { entity: 'signup.registration', id })
  return { ...(await askToJoin(team, request, context)), groupId: team.id }
})
