/** After a member has changed: counts anew, and moves the team between "member information incomplete" and "form not submitted". The caller holds the
 *  team's lock. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { signupStatus } from '../generated/enums.ts'
import { brokenLimit, countRoles, teamLimits } from './limits.ts'
import { memberFormHash } from './memberForm.ts'
import { activeMembers, readTeam } from './team.ts'

/** @returns the status that the team has now */
export async function settleTeam(teamId: string, context: HandlerContext): Promise<number> {
  const team = await readTeam(teamId, context)
  const members = await activeMembers(team, context)
  const counts = countRoles(members)
  const asksMembers = (await memberFormHash(team.competitionId, context)) !== null
  const openCount = asksMembers ? members.filter(({ completedAt }) => completedAt === null).length : 0
  await context.db
    .updateTable('signup_registration')
    .set({ memberCount: counts.contestants, adviserCount: counts.instructors + counts.mentors, openCount })
    .where('id', '=', teamId)
    .execute()
  const broken = brokenLimit(counts, await teamLimits(team.competitionId, team.eventId, context))
  return move(team, openCount === 0 && broken === null, context)
}

async function move({ id, status }: { id: string; status: number }, isComplete: boolean, context: HandlerContext): Promise<number> {
  const { memberInformationIncomplete, formNotSubmitted } = signupStatus
  if (status === memberInformationIncomplete && isComplete) {
    await context.transition('signup.review', 'complete', id)
    return formNotSubmitted
  }
  if (status === formNotSubmitted && !isComplete) {
    await context.transition('signup.review', 'reopen', id)
    return memberInformationIncomplete
  }
  return status
}
