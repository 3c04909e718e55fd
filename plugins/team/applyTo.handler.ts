/** Asks to join a team that looks for members; others are joined by code only, and answer as if they did not exist. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { askToJoin } from './asks.ts'
import { lockTeam } from './team.ts'

export default defineHandler('team.applyTo', async ({ id, ...request }, context) => {
  const team = await lockTeam(id, context)
  if (!team.seeking) return context.fail('NOT_FOUND', { entity: 'signup.registration', id })
  return { ...(await askToJoin(team, request, context)), groupId: team.id }
})
