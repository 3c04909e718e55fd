/** Team rules of a sign-up by form: who may sign up this way, and the size of the team that the form names. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { competitionMode, teamMemberMode } from '../generated/enums.ts'
import { brokenLimit, limitsOf } from '../registration/limits.ts'
import { assertUnseated } from '../registration/roster.ts'
import type { PlaceCompetition, PlaceEvent, SignupPlace } from './signupPlace.ts'

/** @throws TEAM_NEEDED where people sign up as teams; TEAM_ONE_PER_EVENT for members of one; the limits of `brokenLimit` for what the form names */
export async function assertSignsUpSo(
  { competition, event }: SignupPlace & { event: PlaceEvent },
  answers: Record<string, unknown>,
  context: HandlerContext,
): Promise<void> {
  if (competition.memberMode !== teamMemberMode.accounts) return assertNamedTeam({ competition, event }, answers, context)
  if (competition.mode === competitionMode.team) context.fail('TEAM_NEEDED')
  await assertUnseated(event.id, context.session.userId!, context)
}

/** Limits of a team whose members are in the form: the captain, who fills it, and the rows of the two fields that the competition names. A form
 *  without such a field is not counted. @throws the limits of `brokenLimit` */
export function assertNamedTeam(
  { competition, event }: { competition: PlaceCompetition; event: PlaceEvent | null },
  answers: Record<string, unknown>,
  { fail }: Pick<HandlerContext, 'fail'>,
): void {
  const { membersField, instructorsField } = competition
  const rows = (field: string | null) => (field !== null && Array.isArray(answers[field]) ? answers[field].length : 0)
  const limits = {
    ...limitsOf(competition, event),
    ...(membersField === null ? { teamMin: null, teamMax: null } : {}),
    ...(instructorsField === null ? { instructorMin: null, instructorMax: null } : {}),
  }
  const broken = brokenLimit({ contestants: 1 + rows(membersField), instructors: rows(instructorsField), mentors: 0 }, limits)
  if (broken) fail(broken.code, broken.details)
}
