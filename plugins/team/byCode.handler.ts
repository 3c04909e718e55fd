/** What a person with the code of a team sees before they ask to join; no team for an invalid code. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { type TeamRole, teamRole } from '../generated/enums.ts'
import { countRoles, isFull, teamLimits } from '../registration/limits.ts'
import { frozenBecause } from '../registration/roster.ts'
import { membersOf, readTeam } from '../registration/team.ts'
import { teamOfCode } from './teamOfCode.ts'

export default defineHandler('team.byCode', async ({ inviteCode }, context) => {
  const id = await teamOfCode(inviteCode, context)
  if (id === null) return { groupId: null, name: null, roles: [] }
  const team = await readTeam(id, context)
  const { title } = await context.call('competition.detail', { id: team.competitionId })
  const event = await context.db.selectFrom('competition_event').select('title').where('id', '=', team.eventId).executeTakeFirst()
  const members = await membersOf(team.id, context)
  const active = members.filter(({ state }) => state === 'active')
  const counts = countRoles(active)
  const limits = await teamLimits(team.competitionId, team.eventId, context)
  const own = members.find(({ userId }) => userId === context.session.userId)
  const roles = [teamRole.contestant, teamRole.instructor, teamRole.mentor].filter((role: TeamRole) => !isFull(role, counts, limits))
  return {
    groupId: team.id,
    name: team.displayName,
    slogan: team.slogan,
    competitionId: team.competitionId,
    competition: title,
    event: event?.title ?? null,
    captain: active.find(({ role }) => role === teamRole.captain)?.name ?? '',
    memberCount: counts.contestants,
    teamMax: limits.teamMax,
    /** Roles that still have room. */
    roles,
    frozen: (await frozenBecause(team, context))?.code ?? null,
    state: own?.state ?? null,
  }
})
