/** What the platform counts for the report of one competition: numbers by the codes of `summary.figure`, and the series behind the charts. Plain SQL, as of now. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

export interface Counted {
  label: string
  count: number
}
export interface Figures {
  /** ISO 8601. */
  countedAt: string
  values: Record<string, number>
  months: Counted[]
  schools: Counted[]
  prizes: { prize: string; count: number }[]
}

/** Registrations that stand: submitted, and neither suspended nor refused. */
const STANDING = sql`r."status" IN (2, 3, 4, 6, 7)`
const MAX_SCHOOLS = 10
/** Minor units of a yuan. */
const CENTS = 100

export async function countFigures(competitionId: string, { db, now, platform }: HandlerContext): Promise<Figures> {
  const { rows } = await sql<Record<string, number | string>>`
    SELECT count(*) FILTER (WHERE ${STANDING})::integer AS registrations,
      count(*) FILTER (WHERE r."status" = 4)::integer AS approved,
      count(*) FILTER (WHERE r."status" = 4 AND r."isTeam")::integer AS teams,
      coalesce(sum(CASE WHEN r."isTeam" THEN greatest(r."memberCount", 1) ELSE 1 END) FILTER (WHERE r."status" = 4), 0)::integer AS people,
      count(DISTINCT nullif(btrim(r."school"), '')) FILTER (WHERE r."status" = 4)::integer AS schools,
      (SELECT count(*) FROM work_work w WHERE w."competitionId" = ${competitionId} AND w."state" = 'submitted' AND w."removedAt" IS NULL)::integer AS works,
      (SELECT count(*) FROM review_assignment v WHERE v."competitionId" = ${competitionId} AND v."submittedAt" IS NOT NULL)::integer AS reviews,
      (SELECT count(DISTINCT v."userId") FROM review_assignment v WHERE v."competitionId" = ${competitionId} AND v."submittedAt" IS NOT NULL)::integer AS experts,
      (SELECT count(*) FROM ranking_award a JOIN ranking_list l ON l."id" = a."listId" AND l."publishedVersion" = a."version"
        WHERE a."competitionId" = ${competitionId} AND l."removedAt" IS NULL AND (a."prize" IS NOT NULL OR a."prizeName" IS NOT NULL))::integer AS awards,
      ((SELECT coalesce(sum(p."amount"), 0) FROM pay_payment p WHERE p."competitionId" = ${competitionId})
        - (SELECT coalesce(sum(f."amount"), 0) FROM pay_refund f WHERE f."competitionId" = ${competitionId} AND f."state" IN ('done', 'requested')))::double precision AS income
    FROM signup_registration r WHERE r."competitionId" = ${competitionId}`.execute(db)
  const values = Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]))
  values.income = (values.income ?? 0) / CENTS
  return {
    countedAt: now.toISOString(),
    values,
    months: await monthsOf(competitionId, platform.app.timeZone, db),
    schools: await schoolsOf(competitionId, db),
    prizes: await prizesOf(competitionId, db),
  }
}

type Db = HandlerContext['db']

async function monthsOf(competitionId: string, timeZone: string, db: Db): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    SELECT to_char(r."createdAt" AT TIME ZONE ${sql.lit(timeZone)}, 'YYYY-MM') AS label, count(*)::integer AS count
    FROM signup_registration r WHERE r."competitionId" = ${competitionId} AND ${STANDING} GROUP BY 1 ORDER BY 1`.execute(db)
  return rows
}

async function schoolsOf(competitionId: string, db: Db): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    SELECT btrim(r."school") AS label, count(*)::integer AS count FROM signup_registration r
    WHERE r."competitionId" = ${competitionId} AND r."status" = 4 AND btrim(coalesce(r."school", '')) <> '' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_SCHOOLS}`.execute(
    db,
  )
  return rows
}

async function prizesOf(competitionId: string, db: Db): Promise<Figures['prizes']> {
  const { rows } = await sql<{ prize: string; count: number }>`
    SELECT coalesce(a."prize", 'other') AS prize, count(*)::integer AS count
    FROM ranking_award a JOIN ranking_list l ON l."id" = a."listId" AND l."publishedVersion" = a."version"
    WHERE a."competitionId" = ${competitionId} AND l."removedAt" IS NULL AND (a."prize" IS NOT NULL OR a."prizeName" IS NOT NULL) GROUP BY 1
    ORDER BY array_position(ARRAY['special','first','second','third','excellent','other'], coalesce(a."prize", 'other'))`.execute(db)
  return rows
}
