/** Everything that a sign-up is checked against, in one statement: the competition, the event, the form published for it, and what the person has already.
 *  It is read again for each sign-up, so that a new date, limit or form counts in all processes from the moment in which the organiser saved it. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { isId } from '../../runtime/core/idPattern.ts'
import { signupStatus } from '../generated/enums.ts'
import type { Row } from '../generated/tables.ts'

export type PlaceCompetition = Pick<
  Row<'competition_competition'>,
  | 'id'
  | 'organisationId'
  | 'title'
  | 'signupStart'
  | 'signupEnd'
  | 'paused'
  | 'visibility'
  | 'settings'
  | 'nameField'
  | 'schoolField'
  | 'approvalField'
  | 'mode'
  | 'memberMode'
  | 'membersField'
  | 'instructorsField'
  | 'teamMin'
  | 'teamMax'
  | 'instructorMin'
  | 'instructorMax'
  | 'mentorMax'
>
export type PlaceEvent = Pick<
  Row<'competition_event'>,
  'id' | 'title' | 'invited' | 'paused' | 'signupStart' | 'signupEnd' | 'formId' | 'teamMin' | 'teamMax' | 'instructorMax'
>
export interface SignupPlace {
  competition: PlaceCompetition
  /** Null when the competition has no such event. */
  event: PlaceEvent | null
  /** Of the published sign-up form; null while the organiser prepares it. */
  formHash: string | null
  /** The person's registration for this competition, unless they withdrew it. */
  registrationId: string | null
  /** One that they signed up alone with, and withdrew: signing up again continues it. */
  withdrawnId: string | null
  /** Whether someone waits for an event of the competition, or a place is held for someone. */
  waited: boolean
}

/** @throws NOT_FOUND when there is no such published competition */
export async function signupPlace(competitionId: string, eventId: string, { db, session, fail }: HandlerContext): Promise<SignupPlace> {
  const unknown = () => fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  if (!isId(competitionId)) return unknown()
  const { rows } = await sql<SignupPlace>`
    select ${COLUMNS}, case when r."isTeam" or r."status" <> ${signupStatus.withdrawn} then r."id" end as "registrationId",
      case when not r."isTeam" and r."status" = ${signupStatus.withdrawn} then r."id" end as "withdrawnId",
      exists (select from signup_waiting w where w."competitionId" = c."id" and w."status" in ('waiting', 'offered')) as "waited"
    from competition_competition c
    left join competition_event e on e."id" = ${isId(eventId) ? eventId : null}::bigint and e."competitionId" = c."id" and e."removedAt" is null
    left join signup_registration r on r."competitionId" = c."id" and r."userId" = ${session.userId}::bigint
    where c."id" = ${competitionId}::bigint and c."published"`.execute(db)
  return rows[0] ?? unknown()
}

const COMPETITION =
  'title,visibility,settings,nameField,schoolField,approvalField,mode,memberMode,membersField,instructorsField,teamMin,teamMax,instructorMin,instructorMax,mentorMax'
const EVENT = 'title,invited,formId,teamMin,teamMax,instructorMax'
const COLUMNS = sql.raw(`${facts('c', COMPETITION, ['organisationId'])} as competition,
  case when e."id" is not null then ${facts('e', EVENT)} end as event,
  (select d."hash" from platform_document d
    where d."kind" = 'form' and d."documentId" = coalesce(e."formId", c."formId") and d."state" = 'published') as "formHash"`)

/** An object of columns: ids as texts, datetimes as on the wire. */
function facts(alias: string, plain: string, ids: readonly string[] = []): string {
  const moment = (name: string) => `'${name}', to_char(${alias}."${name}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const parts = [
    ...['id', ...ids].map((name) => `'${name}', ${alias}."${name}"::text`),
    ...['signupStart', 'signupEnd'].map(moment),
    ...['paused', ...plain.split(',')].map((name) => `'${name}', ${alias}."${name}"`),
  ]
  return `json_build_object(${parts.join(', ')})`
}
