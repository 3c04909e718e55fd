/** The score of a school taken apart: its awards by level, type and prize, what one of each is worth, and the points. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { pointsOf, readRule } from './indexRule.ts'

interface Part {
  level: string | null
  type: string | null
  prize: string | null
  awards: number
  weight: number
}

export default defineHandler('data.scoreParts', async ({ organisationId, year, pageNum = 1, pageSize = 50 }, context) => {
  const rule = await readRule(context)
  const { rows } = await sql<Part>`
    SELECT e."level", e."type", e."prize", sum(e."awards")::integer AS "awards", ${pointsOf(rule)} AS "weight" FROM "data_awardSum" e
    WHERE e."organisationId" = ${organisationId} AND e."schoolId" IS NOT NULL AND ${year === undefined ? sql`true` : sql`e."year" = ${year}`}
    GROUP BY 1, 2, 3 HAVING sum(e."awards") > 0`.execute(context.db)
  const list = rows
    .map((part) => ({
      id: [part.level, part.type, part.prize].join(' '),
      organisationId,
      year: year ?? null,
      ...part,
      points: part.awards * part.weight,
    }))
    .toSorted((one, other) => other.points - one.points)
  const points = list.reduce((sum, part) => sum + part.points, 0)
  return { list: list.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: list.length, points }
})
