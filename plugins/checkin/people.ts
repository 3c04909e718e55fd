/** Who may come: everyone of an approved registration - anyone who signed up alone, or each member of a team. A `holder` names one of them. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { signupStatus } from '../generated/enums.ts'

export interface Attendee {
  /** `r12`: a registration, `m5`: a member of a team. */
  holder: string
  competitionId: string
  organisationId: string
  eventId: string
  registrationId: string
  memberId: string | null
  userId: string | null
  status: number
  name: string
  team: string | null
  school: string | null
  event: LocalText
  startsAt: string | null
  /** While the person is checked in. */
  arrivalId: string | null
  arrivedAt: string | null
  by: string | null
}
type Db = Pick<HandlerContext, 'db'>

const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 8
const PURPOSE = 'checkin'
const CODE = /^([RM])(\d{1,18})-([A-Z0-9]{8})$/

/** Of a ticket: whose it is, and signs that no one can make up. Short enough to be typed. */
export async function codeOf(holder: string, { people }: Pick<HandlerContext, 'people'>): Promise<string> {
  const bytes = createHash('sha256')
    .update(await people.signed.derive(PURPOSE, holder))
    .digest()
  const signs = Array.from({ length: LENGTH }, (_, at) => SIGNS[bytes[at]! % SIGNS.length])
  return `${holder.toUpperCase()}-${signs.join('')}`
}

/** Whose ticket has this code; null for a code that was made up. */
export async function holderOf(typed: string, context: Pick<HandlerContext, 'people'>): Promise<string | null> {
  const code = typed.trim().toUpperCase()
  const match = CODE.exec(code)
  if (!match) return null
  const holder = `${match[1]!.toLowerCase()}${match[2]}`
  return (await codeOf(holder, context)) === code ? holder : null
}

/** One by holder; null when there is none. */
export async function attendee(holder: string, context: Db): Promise<Attendee | null> {
  const id = holder.slice(1)
  if (!/^[rm]\d{1,18}$/.test(holder)) return null
  const condition = holder.startsWith('m')
    ? sql<boolean>`p."memberId" = ${id}::bigint`
    : sql<boolean>`p."memberId" is null and p."registrationId" = ${id}::bigint`
  return (await attendees(condition, 1, context))[0] ?? null
}

/** Of approved registrations of a competition, by name, team or school. */
export function findAttendees(competitionId: string, search: string, max: number, context: Db): Promise<Attendee[]> {
  const words = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const named = sql<boolean>`(p."name" ilike ${words} or p."team" ilike ${words} or p."school" ilike ${words})`
  return attendees(sql`${inCompetition(competitionId)} and ${named}`, max, context)
}

/** Of approved registrations of a competition: all, or of the chosen ones. */
export function approvedAttendees(
  competitionId: string,
  ids: readonly string[] | undefined,
  max: number,
  context: Db,
): Promise<Attendee[]> {
  const chosen = ids ? sql<boolean>`p."registrationId" = any(${[...ids]}::bigint[])` : sql<boolean>`true`
  return attendees(sql`${inCompetition(competitionId)} and ${chosen}`, max, context)
}

function inCompetition(competitionId: string): RawBuilder<boolean> {
  return sql`p."competitionId" = ${competitionId}::bigint and p."status" = ${signupStatus.registered}`
}

async function attendees(condition: RawBuilder<boolean>, max: number, { db }: Db): Promise<Attendee[]> {
  const moment = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
  const { rows } = await sql<Attendee>`
    select p."holder", p."competitionId"::text, p."organisationId"::text, p."eventId"::text, p."registrationId"::text, p."memberId"::text, p."userId"::text,
      p."status", p."name", p."team", p."school", e."title" as "event", ${moment('e."startsAt"')} as "startsAt",
      a."id"::text as "arrivalId", ${moment('a."arrivedAt"')} as "arrivedAt", u."name" as "by"
    from (
      select 'r' || r."id" as "holder", r."competitionId", r."organisationId", r."eventId", r."id" as "registrationId", null::bigint as "memberId", r."userId",
        r."status", r."displayName" as "name", null::text as "team", r."school" from signup_registration r where not r."isTeam"
      union all
      select 'm' || m."id", r."competitionId", r."organisationId", r."eventId", r."id", m."id", m."userId",
        r."status", m."name", r."displayName", r."school" from team_member m join signup_registration r on r."id" = m."registrationId" where m."state" = 'active'
    ) p
    join competition_event e on e."id" = p."eventId"
    left join checkin_arrival a on a."seat" = p."holder"
    left join account_user u on u."id" = a."byId"
    where ${condition} order by p."registrationId", p."memberId" limit ${max}`.execute(db)
  return rows
}
