/** How large a team may be: what its event says, else its competition. Pure but for the reading. */
import type { ErrorCode, HandlerContext } from '../../runtime/core/contracts.ts'
import type { TeamRole } from '../generated/enums.ts'

/** Head counts; null: no limit. Contestants include the captain. */
export interface TeamLimits {
  teamMin: number | null
  teamMax: number | null
  instructorMin: number | null
  instructorMax: number | null
  mentorMax: number | null
}
export interface TeamCounts {
  contestants: number
  instructors: number
  mentors: number
}

/** Members per role, among those in the team. */
export function countRoles(members: readonly { role: TeamRole }[]): TeamCounts {
  const of = (...roles: TeamRole[]) => members.filter(({ role }) => roles.includes(role)).length
  return { contestants: of('captain', 'contestant'), instructors: of('instructor'), mentors: of('mentor') }
}

/** Limits of the event where it has them, else the competition's. */
export async function teamLimits(
  competitionId: string,
  eventId: string,
  { db, rows }: Pick<HandlerContext, 'db' | 'rows'>,
): Promise<TeamLimits> {
  const competition = await rows.get('competition.competition', competitionId)
  const event = await db
    .selectFrom('competition_event')
    .select(['teamMin', 'teamMax', 'instructorMax'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  return limitsOf(competition as TeamLimits, event ?? null)
}

/** An event's own limits replace its competition's. */
export function limitsOf(
  { teamMin, teamMax, instructorMin, instructorMax, mentorMax }: TeamLimits,
  event: Pick<TeamLimits, 'teamMin' | 'teamMax' | 'instructorMax'> | null,
): TeamLimits {
  return {
    teamMin: event?.teamMin ?? teamMin,
    teamMax: event?.teamMax ?? teamMax,
    instructorMin,
    instructorMax: event?.instructorMax ?? instructorMax,
    mentorMax,
  }
}

/** Whether one more of a role is too many. */
export function isFull(role: TeamRole, counts: TeamCounts, limits: TeamLimits): boolean {
  const reached = (count: number, limit: number | null) => limit !== null && count >= limit
  if (role === 'instructor') return reached(counts.instructors, limits.instructorMax)
  if (role === 'mentor') return reached(counts.mentors, limits.mentorMax)
  return reached(counts.contestants, limits.teamMax)
}

/** The limit that counts do not keep, as an error code with its figures; null when all are kept. */
export function brokenLimit(counts: TeamCounts, limits: TeamLimits): { code: ErrorCode; details: Record<string, number> } | null {
  const { teamMin, teamMax, instructorMin, instructorMax, mentorMax } = limits
  const below = (code: ErrorCode, count: number, least: number | null) =>
    least !== null && count < least ? { code, details: { count, least, missing: least - count } } : null
  const above = (code: ErrorCode, count: number, max: number | null) =>
    max !== null && count > max ? { code, details: { count, most: max, over: count - max } } : null
  return (
    below('TEAM_TOO_SMALL', counts.contestants, teamMin) ??
    above('TEAM_TOO_LARGE', counts.contestants, teamMax) ??
    below('TEAM_INSTRUCTORS_MISSING', counts.instructors, instructorMin) ??
    above('TEAM_INSTRUCTORS_OVER', counts.instructors, instructorMax) ??
    above('TEAM_MENTORS_OVER', counts.mentors, mentorMax)
  )
}
