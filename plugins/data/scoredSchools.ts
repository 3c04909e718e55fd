/** Schools in order of their points. One grouped statement over the sums; those by type and prize are read only by a rule that tells them apart. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { hasFactors, type IndexRule, LEVELS, type Level, pointsOf } from './indexRule.ts'

/** Schools with fewer rows are left out: people could be recognised. */
const SMALLEST = 5

export type ScoredSchool = {
  id: string
  organisationId: string | null
  school: LocalText
  people: number
  points: number
  rank: number
} & Record<Level, number>

export async function scoredSchools(rule: IndexRule, year: number | undefined, { db }: HandlerContext): Promise<ScoredSchool[]> {
  const chosen = sql`e."schoolId" IS NOT NULL AND ${year === undefined ? sql`true` : sql`e."year" = ${year}`}`
  const { rows } = await sql<Omit<ScoredSchool, 'rank'>>`
    WITH shown AS (SELECT e."schoolId", sum(e."people")::integer AS "people", ${sql.join(LEVELS.map(awardsAt))} FROM "data_schoolLevelSum" e
        WHERE ${chosen} GROUP BY 1 HAVING sum(e."rows") >= ${SMALLEST}),
      scored AS (${pointsBySchool(rule, chosen)})
    SELECT s."id"::text AS "id", s."organisationId"::text AS "organisationId", s."name" AS "school", n."people", coalesce(p."points", 0) AS "points", ${sql.join(LEVELS.map((level) => sql.ref(`n.${level}`)))}
    FROM shown n JOIN organisation_school s ON s."id" = n."schoolId" LEFT JOIN scored p ON p."schoolId" = n."schoolId"
    ORDER BY "points" DESC, s."id"`.execute(db)
  let rank = 0
  return rows.map((row, at) => {
    if (at === 0 || row.points < rows[at - 1]!.points) rank = at + 1
    return { ...row, rank }
  })
}

function pointsBySchool(rule: IndexRule, chosen: RawBuilder<unknown>): RawBuilder<unknown> {
  const points = (of: RawBuilder<number>) => sql`SELECT e."schoolId", sum(e."awards" * ${of}) AS "points"`
  return hasFactors(rule)
    ? sql`${points(pointsOf(rule))} FROM "data_awardSum" e WHERE ${chosen} GROUP BY 1`
    : sql`${points(pointsOf(rule, { of: 'level' }))} FROM "data_schoolLevelSum" e WHERE ${chosen} GROUP BY 1`
}

function awardsAt(level: Level) {
  const is =
    level === 'other'
      ? sql`e."level" IS NULL OR e."level" NOT IN ('international', 'national', 'regional', 'provincial')`
      : sql`e."level" = ${level}`
  return sql`coalesce(sum(e."awards") FILTER (WHERE ${is}), 0)::integer AS ${sql.ref(level)}`
}
