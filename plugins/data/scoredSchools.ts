/** Schools in order of their points, as SQL: what reads it takes the rows that it shows. It reads one sum for each school and year; the sums by type and prize are
 *  read only by a rule that distinguishes them. */
import { type RawBuilder, sql } from 'kysely'
import { hasFactors, type IndexRule, LEVELS, type Level, pointsOf } from './indexRule.ts'

/** Schools with fewer rows are left out: people could be recognised. */
const SMALLEST = 5

/** @returns a SELECT of `schoolId`, `people`, `points`, `rank`, the points `toNext` rank (null for the first), how many schools are ranked (`of`), and the awards of each level */
export function scoredSchools(rule: IndexRule, year: number | undefined): RawBuilder<unknown> {
  const chosen = sql`e."schoolId" IS NOT NULL AND ${year === undefined ? sql`true` : sql`e."year" = ${year}::integer`}`
  const shown = sql`SELECT e."schoolId", sum(e."people")::integer AS "people", ${sql.join(LEVELS.map(awardsAt))} FROM "data_schoolYearSum" e
    WHERE ${chosen} GROUP BY 1 HAVING sum(e."rows") >= ${SMALLEST}`
  const scored = hasFactors(rule)
    ? sql`SELECT n.*, coalesce(p."points", 0) AS "points" FROM (${shown}) n LEFT JOIN (
        SELECT e."schoolId", sum(e."awards" * ${pointsOf(rule)}) AS "points" FROM "data_awardSum" e WHERE ${chosen} GROUP BY 1) p ON p."schoolId" = n."schoolId"`
    : sql`SELECT n.*, ${sql.join(
        LEVELS.map((level) => sql`n.${sql.ref(level)} * ${rule[level]}::double precision`),
        sql` + `,
      )} AS "points" FROM (${shown}) n`
  return sql`SELECT r.*, rank() OVER (ORDER BY r."points" DESC)::integer AS "rank", count(*) OVER ()::integer AS "of",
      min(r."points") OVER (ORDER BY r."points" GROUPS BETWEEN 1 FOLLOWING AND 1 FOLLOWING) - r."points" AS "toNext" FROM (${scored}) r`
}

function awardsAt(level: Level): RawBuilder<unknown> {
  const others = LEVELS.filter((one) => one !== 'other').map((one) => sql.ref(`e.${one}`))
  const awards = level === 'other' ? sql`e."awards" - ${sql.join(others, sql` - `)}` : sql.ref(`e.${level}`)
  return sql`sum(${awards})::integer AS ${sql.ref(level)}`
}
