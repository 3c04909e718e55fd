/** Rules of a sign-up by form that speak of teams: who may sign up so, and how large the team is that the form names. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { competitionMode, teamMemberMode } from '../generated/enums.ts'
import { brokenLimit, teamLimits } from '../team/limits.ts'
import { assertUnseated } from '../team/roster.ts'

interface Place {
  competitionId: string
  eventId: string
}

/** @throws TEAM_NEEDED where people sign up as teams; TEAM_ONE_PER_EVENT for members of one; the limits of `brokenLimit` for what the form names */
export async function assertSignsUpSo(place: Place, answers: Record<string, unknown>, context: HandlerContext): Promise<void> {
  const { mode, memberMode } = await context.db
    .selectFrom('competition_competition')
    .select(['mode', 'memberMode'])
    .where('id', '=', place.competitionId)
    .executeTakeFirstOrThrow()
  if (memberMode !== teamMemberMode.accounts) return assertNamedTeam(place, answers, context)
  if (mode === competitionMode.team) context.fail('TEAM_NEEDED')
  await assertUnseated(place.eventId, context.session.userId!, context)
}

/** Limits of a team whose members stand in the form: the captain, who fills it, and the rows of the two fields that the competition names. A form
 *  without such a field is not counted. @throws the limits of `brokenLimit` */
export async function assertNamedTeam(
  { competitionId, eventId }: Place,
  answers: Record<string, unknown>,
  context: HandlerContext,
): Promise<void> {
  const { membersField, instructorsField } = await context.db
    .selectFrom('competition_competition')
    .select(['membersField', 'instructorsField'])
    .where('id', '=', competitionId)
    .executeTakeFirstOrThrow()
  const rows = (field: string | null) => (field !== null && Array.isArray(answers[field]) ? answers[field].length : 0)
  const limits = {
    ...(await teamLimits(competitionId, eventId, context)),
    ...(membersField === null ? { teamMin: null, teamMax: null } : {}),
    ...(instructorsField === null ? { instructorMin: null, instructorMax: null } : {}),
  }
  const broken = brokenLimit({ contestants: 1 + rows(membersField), instructors: rows(instructorsField), mentors: 0 }, limits)
  if (broken) context.fail(broken.code, broken.details)
}
