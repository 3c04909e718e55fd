/** What lists say of the person's own registrations: provisional ones, seen by no one else, and published ones. */
import { type RawBuilder, sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { signupStatus } from '../../generated/enums.ts'
import { ownRegistrations } from './ownRegistrations.ts'

interface Row {
  id: string
  listId: string
  registrationId: string
  competitionId: string
  competition: LocalText
  title: LocalText
  event: LocalText | null
  entrant: string
  stage: 'provisional' | 'final' | 'published'
  version: number
  listed: boolean
  rank: number | null
  tied: boolean | null
  prize: string | null
  prizeName: string | null
  work: string | null
  score: string | null
  objectionsUntil: string | null
  mayObject: boolean
  open: number
}

export default defineHandler('ranking.ownResults', async ({ pageNum = 1, pageSize = 20, registrationId = null }, context) => {
  const rows = sql`(${provisional(context)} UNION ALL ${published(context)})`
  const wanted = sql`own WHERE (${registrationId}::text IS NULL OR own."registrationId" = ${registrationId}::text)`
  const page = await sql<Row>`SELECT * FROM ${rows} AS ${wanted} ORDER BY "mayObject" DESC, "listId"::bigint DESC, "registrationId", rank
    LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(context.db)
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${rows} AS ${wanted}`.execute(context.db)
  return { list: page.rows, total: counted.rows[0]?.total ?? 0, pageNum, pageSize }
})

const LINE = sql`l.id || '-' || r.id || '-' || coalesce(a.id, 0) AS id, l.id::text AS "listId", r.id::text AS "registrationId", c.id::text AS "competitionId",
  c.title AS competition, l.title, e.title AS event, r."displayName" AS entrant`
const RESULT = sql`a.id IS NOT NULL AS listed, a.rank, a.tied, a.prize, a."prizeName", a.work, a.score`

/** Of lists that were shown to authors and are not public yet; also of those where the registration was left out. */
function provisional({ session, now }: HandlerContext): RawBuilder<unknown> {
  return sql`
    SELECT ${LINE}, CASE l.state WHEN 'provisional' THEN 'provisional' ELSE 'final' END AS stage, l.version, ${RESULT}, l."objectionsUntil",
      (l.state = 'provisional' AND l."objectionsUntil" >= ${now.toISOString()}::timestamptz) AS "mayObject",
      (SELECT count(*)::integer FROM ranking_objection o WHERE o."listId" = l.id AND o."registrationId" = r.id AND o.state = 'open') AS open
    FROM signup_registration r
    JOIN ranking_list l ON l."competitionId" = r."competitionId" AND (l."eventId" IS NULL OR l."eventId" = r."eventId")
    JOIN competition_competition c ON c.id = l."competitionId"
    LEFT JOIN competition_event e ON e.id = r."eventId"
    LEFT JOIN ranking_award a ON a."listId" = l.id AND a.version = l.version AND a."registrationId" = r.id
    WHERE r.id IN ${ownRegistrations(session.userId!)} AND l."removedAt" IS NULL AND l.state IN ('provisional', 'final', 'inAudit')
      AND l."objectionsUntil" IS NOT NULL AND (a.id IS NOT NULL OR r.status = ${signupStatus.registered})`
}

function published({ session }: HandlerContext): RawBuilder<unknown> {
  return sql`
    SELECT ${LINE}, 'published' AS stage, a.version, ${RESULT}, NULL::timestamptz AS "objectionsUntil", false AS "mayObject", 0 AS open
    FROM signup_registration r
    JOIN ranking_award a ON a."registrationId" = r.id
    JOIN ranking_list l ON l.id = a."listId" AND l."publishedVersion" = a.version AND l."removedAt" IS NULL
    JOIN competition_competition c ON c.id = l."competitionId" AND c.published
    LEFT JOIN competition_event e ON e.id = r."eventId"
    WHERE r.id IN ${ownRegistrations(session.userId!)}`
}
