/** The values that all certificates of a competition share, and those from registrations, read for all recipients together. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { FormDocument, LocalText } from '../../runtime/core/documents.ts'
import { dayAt } from '../../runtime/core/momentText.ts'
import type { TeamMemberState } from '../generated/enums.ts'
import { lastJudgedTitle } from '../review/judged/judgedText.ts'
import { type Member, namedMembers, readForms, readNamingFields } from '../signup/namedMembers.ts'
import { pictureAddress } from './pictures.ts'
import type { Series } from './series.ts'
import { answerValues } from './template/answerFields.ts'

export interface Registration {
  id: string
  userId: string | null
  status: number
  displayName: string
  school: string | null
  isTeam: boolean
  event: LocalText | null
  work: string | null
  members: Member[]
  /** Values of the answers that were asked for; null without any. */
  answers: Record<string, unknown> | null
}
export type CommonValues = Readonly<Record<'competition' | 'organisation', Readonly<Record<string, unknown>>>>

const ACTIVE: TeamMemberState = 'active'

/** What certificates take from their series. */
export type IssuingSeries = Pick<Series, 'competitionId' | 'organisationId' | 'seal' | 'signature'>

/** Values that are the same for all certificates of a series. */
export async function readCommon(series: IssuingSeries, { db, platform }: HandlerContext): Promise<CommonValues> {
  const row = await db
    .selectFrom('competition_competition as c')
    .innerJoin('organisation_organisation as o', 'o.id', 'c.organisationId')
    .select(['c.title', 'c.organisers', 'o.name', 'c.competitionStart', 'c.competitionEnd', 'c.createdAt'])
    .where('c.id', '=', series.competitionId)
    .executeTakeFirstOrThrow()
  const start = new Date(row.competitionStart ?? row.createdAt)
  const day = (moment: string | Date | null) => (moment === null ? null : dayAt(new Date(moment), platform.app.timeZone))
  const year = Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: platform.app.timeZone }).format(start))
  const { organisers } = row
  const name = organisers?.zh || organisers?.en ? organisers : row.name
  return {
    competition: { name: inBoth(row.title), year, start: day(row.competitionStart), end: day(row.competitionEnd) },
    organisation: { name: inBoth(name), seal: pictureAddress(series.seal), signature: pictureAddress(series.signature) },
  }
}

/** Registrations of a competition by id, with their active members, or those whom the form names. @param ids  without: all, of the event where one is given */
export async function readRegistrations(
  competitionId: string,
  { ids, eventId = null, answers = new Set() }: { ids?: readonly string[]; eventId?: string | null; answers?: ReadonlySet<string> },
  context: HandlerContext,
): Promise<Map<string, Registration>> {
  if (ids?.length === 0) return new Map()
  const fields = await readNamingFields(competitionId, context)
  const reads = answers.size > 0 || fields !== null
  const { rows } = await sql<Registration & { formHash: string; accountName: string | null }>`
    SELECT r.id, r."userId", r.status, r."formHash", CASE WHEN ${reads} THEN r.answers END AS answers, u.name AS "accountName", r."displayName", r.school, r."isTeam", e.title AS event,
      (SELECT ${lastJudgedTitle(context.now)} FROM work_work w WHERE w."registrationId" = r.id AND w."removedAt" IS NULL AND w."submittedAt" IS NOT NULL ORDER BY w."submittedAt" DESC LIMIT 1) AS work,
      COALESCE((SELECT json_agg(json_build_object('userId', m."userId"::text, 'name', m.name, 'role', m.role) ORDER BY m.role <> 'captain', m.id)
        FROM team_member m WHERE m."registrationId" = r.id AND m.state = ${ACTIVE}), '[]'::json) AS members
    FROM signup_registration r LEFT JOIN competition_event e ON e.id = r."eventId" LEFT JOIN account_user u ON u.id = r."userId"
    WHERE r."competitionId" = ${competitionId}
      AND (${ids === undefined} OR r.id = ANY(${ids ?? []}::bigint[])) AND (${eventId}::bigint IS NULL OR r."eventId" = ${eventId}::bigint)
    ORDER BY r.id`.execute(context.db)
  const forms = reads ? await readForms(new Set(rows.map(({ formHash }) => formHash)), context) : new Map<string, FormDocument>()
  return new Map(
    rows.map(({ formHash, accountName, ...row }) => {
      const form = forms.get(formHash)
      if (!form || !row.answers) return [row.id, { ...row, answers: null }]
      const captain = { userId: row.userId, name: accountName ?? row.displayName }
      const members = row.isTeam || fields === null ? row.members : namedMembers(form, row.answers, { fields, captain })
      const shown = answers.size === 0 ? null : answerValues(form, row.answers, answers, context.platform)
      return [row.id, { ...row, members, isTeam: row.isTeam || members.some(({ role }) => role === 'captain'), answers: shown }]
    }),
  )
}

/** Names may be given in one language alone. */
function inBoth({ zh, en }: Partial<LocalText>): LocalText {
  return { zh: zh || en || '', en: en || zh || '' }
}
