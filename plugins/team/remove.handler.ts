/** Deletes a team that holds no place: its captain one that was never submitted, an organiser also a suspended one without works. It can be restored for a
 *  while. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { assertPart, lockTeam, membersOf } from '../registration/team.ts'
import { tellMembers } from '../registration/tell.ts'
import { FORMING } from './asks.ts'

export default defineHandler('team.remove', async ({ id }, context) => {
  const { db, now, session, fail } = context
  const team = await lockTeam(id, context)
  const part = await assertPart(team, { permission: 'delTeamInfo' }, context)
  const isFree = FORMING.includes(team.status) || team.status === signupStatus.withdrawn
  const mayGo = isFree || (part === 'organiser' && team.status === signupStatus.suspended)
  if (!mayGo) return fail('TEAM_IN_USE')
  const work = await db.selectFrom('work_work').select('id').where('registrationId', '=', id).executeTakeFirst()
  if (work) return fail('TEAM_HAS_WORKS')
  const members = await membersOf(id, context)
  await tellMembers('team.disbanded', team, context)
  const { competitionId, organisationId, displayName, userId } = team
  const kept = {
    competitionId,
    organisationId,
    name: displayName,
    captainId: userId,
    team,
    members,
    deletedAt: now.toISOString(),
    deletedById: session.userId,
  }
  const keptId = await context.rows.create('team.deleted', kept)
  await context.rows.remove('signup.registration', team, { of: { members } })
  return { id, deletedId: keptId }
})
