/** The index of schools, with rank, percentile, its parts by level, and what the next rank needs. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { LEVELS, type Level, readRule } from './indexRule.ts'
import { scoredSchools } from './scoredSchools.ts'

const SHOWN = ['school', 'people', 'points', 'rank', 'of', 'toNext', ...LEVELS] as const

type Scored = { id: string; school: LocalText; people: number; points: number; rank: number; of: number; toNext: number | null } & Record<
  Level,
  number
>

export default defineHandler('data.index', async ({ viewerId, year, schools, own, pageNum = 1, pageSize = 20, ...asked }, context) => {
  const rule = await readRule(context)
  const weights = Object.fromEntries(LEVELS.map((level) => [level, asked[level] ?? rule[level]])) as Record<Level, number>
  const chosen = sql.join(
    [
      schools ? sql`s."id"::text = ANY(${schools.split(',')}::text[])` : sql`true`,
      own === true ? sql`s."organisationId" = ${viewerId}::bigint` : sql`true`,
    ],
    sql` AND `,
  )
  const { rows } = await sql<Partial<Scored> & { total: number }>`
    WITH found AS (SELECT s."id", s."name" AS "school", n.* FROM (${scoredSchools({ ...rule, ...weights }, year)}) n
        JOIN organisation_school s ON s."id" = n."schoolId" WHERE ${chosen}),
      page AS (SELECT * FROM found ORDER BY "points" DESC, "id" LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize})
    SELECT page."id"::text AS "id", ${sql.join(SHOWN.map((name) => sql.ref(`page.${name}`)))}, counted."total" FROM (SELECT count(*)::integer AS "total" FROM found) counted LEFT JOIN page ON true
    ORDER BY page."points" DESC, page."id"`.execute(context.db)
  const list = (rows.filter(({ id }) => id !== null) as (Scored & { total: number })[]).map(({ of, total: _, ...row }) => ({
    ...row,
    percentile: share(of - row.rank, of - 1),
    needs: needsOf(row.toNext, weights),
  }))
  return { list, total: rows[0]!.total, weights }
})

/** How many awards of each level, and of nothing else, reach the next rank; null where that does not move it. */
function needsOf(toNext: number | null, weights: Record<Level, number>): Record<Level, number | null> {
  const needed = (weight: number) => (toNext === null || weight <= 0 ? null : Math.ceil(toNext / weight))
  return Object.fromEntries(LEVELS.map((level) => [level, needed(weights[level])])) as Record<Level, number | null>
}

/** Share of the others that are behind; 1 for the only one. */
function share(behind: number, others: number): number {
  return others <= 0 ? 1 : behind / others
}
