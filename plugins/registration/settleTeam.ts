/** After a member has changed: counts again, and moves the team between "member information incomplete" and "form not submitted". The caller holds the
 *  team's lock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { repriceTeam } from '../pay/orders/repriceOrder.ts'
import { brokenLimit, countRoles, teamLimits } from './limits.ts'
import { memberFormHash } from './memberForm.ts'
import { activeMembers, readTeam, type Team } from './team.ts'
import { tell } from './tell.ts'

/** @returns the status that the team has now */
export async function settleTeam(teamId: string, context: HandlerContext): Promise<number> {
  const team = await readTeam(teamId, context)
  const members = await activeMembers(team, context)
  const counts = countRoles(members)
  const asksMembers = (await memberFormHash(team.competitionId, context)) !== null
  const openCount = asksMembers ? members.filter(({ completedAt }) => completedAt === null).length : 0
  const counted = { memberCount: counts.contestants, adviserCount: counts.instructors + counts.mentors, openCount }
  await context.rows.save('signup.registration', { id: teamId }, counted)
  await repriceTeam({ ...team, ...counted }, context)
  const broken = brokenLimit(counts, await teamLimits(team.competitionId, team.eventId, context))
  return move(team, openCount === 0 && broken === null, context)
}

async function move(team: Team, isComplete: boolean, context: HandlerContext): Promise<number> {
  const { id, status } = team
  const { memberDetailsIncomplete, formNotSubmitted } = signupStatus
  if (status === memberDetailsIncomplete && isComplete) {
    await context.rows.transition('signup.review', 'complete', id)
    if (team.userId !== context.session.userId) await tell(team.userId, 'team.complete', team, context)
    return formNotSubmitted
  }
  if (status === formNotSubmitted && !isComplete) {
    await context.rows.transition('signup.review', 'reopen', id)
    return memberDetailsIncomplete
  }
  return status
}
