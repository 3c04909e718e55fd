/** Schools in order of their points: the awards of each level times its weight, with what the next rank needs. One grouped statement. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

const LEVELS = ['international', 'national', 'regional', 'provincial', 'other'] as const
type Level = (typeof LEVELS)[number]
/** Schools with fewer rows are left out: people could be recognised. */
const SMALLEST = 5

type Row = { id: string; school: LocalText; people: number } & Record<Level, number>

export default defineHandler('data.index', async (input, context) => {
  const settings = context.documents.settings<Record<Level, number>>('data.weights')
  const weights = Object.fromEntries(LEVELS.map((level) => [level, input[level] ?? settings[level]])) as Record<Level, number>
  const { rows } = await sql<Row>`
    SELECT s."id"::text AS "id", s."name" AS "school", sum(e."people")::integer AS "people", ${sql.join(LEVELS.map(awardsAt))}
    FROM data_entry e JOIN organisation_school s ON s."id" = e."schoolId"
    WHERE ${input.year === undefined ? sql`true` : sql`e."year" = ${input.year}`}
    GROUP BY s."id", s."name" HAVING count(*) >= ${SMALLEST}`.execute(context.db)
  const scored = rows
    .map((row) => ({ ...row, points: LEVELS.reduce((sum, level) => sum + row[level] * weights[level], 0) }))
    .toSorted((one, other) => other.points - one.points || Number(one.id) - Number(other.id))
  const ranked = scored.map((row) => {
    const rank = scored.filter(({ points }) => points > row.points).length + 1
    const next = scored.findLast(({ points }) => points > row.points)
    return { ...row, rank, percentile: share(scored.length - rank, scored.length - 1), toNext: next ? next.points - row.points : null }
  })
  const chosen = input.schools ? new Set(input.schools.split(',')) : null
  const list = ranked.filter(({ id }) => chosen === null || chosen.has(id))
  const { pageNum = 1, pageSize = 20 } = input
  return { list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: list.length, weights }
})

/** Company competitions and those without a level count as other. */
function awardsAt(level: Level) {
  const is = level === 'other' ? sql`e."level" IS NULL OR e."level" IN ('other', 'company')` : sql`e."level" = ${level}`
  return sql`coalesce(sum(e."awards") FILTER (WHERE ${is}), 0)::integer AS ${sql.ref(level)}`
}

/** Share of the others that are behind; 1 for the only one. */
function share(behind: number, others: number): number {
  return others <= 0 ? 1 : behind / others
}
