/** What a rule would change before it is published: the rank of each school by the rule that counts and by this one, those that move furthest first. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { readRule } from './indexRule.ts'
import { scoredSchools } from './scoredSchools.ts'

interface Move {
  id: string
  school: LocalText
  before: number
  after: number
  moved: number
  pointsBefore: number
  pointsAfter: number
}

export default defineHandler('data.ruleMoves', async ({ id, year, pageNum = 1, pageSize = 20 }, context) => {
  const [now, then] = [await readRule(context), await readRule(context, id)]
  const { rows } = await sql<Partial<Move> & { total: number; moving: number }>`
    WITH moves AS MATERIALIZED (SELECT "schoolId", before."rank" AS "before", after."rank" AS "after", before."rank" - after."rank" AS "moved",
        before."points" AS "pointsBefore", after."points" AS "pointsAfter"
        FROM (${scoredSchools(now, year)}) before JOIN (${scoredSchools(then, year)}) after USING ("schoolId")),
      page AS (SELECT * FROM moves ORDER BY abs("moved") DESC, "before", "schoolId" LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize})
    SELECT s."id"::text AS "id", s."name" AS "school", page."before", page."after", page."moved", page."pointsBefore", page."pointsAfter", counted.* FROM (
      SELECT count(*)::integer AS "total", (count(*) FILTER (WHERE "moved" <> 0))::integer AS "moving" FROM moves) counted
    LEFT JOIN (page JOIN organisation_school s ON s."id" = page."schoolId") ON true ORDER BY abs(page."moved") DESC, page."before", page."schoolId"`.execute(
    context.db,
  )
  const { total, moving } = rows[0]!
  const list = rows.flatMap(({ total: _, moving: __, ...move }) => (move.id === null ? [] : [move as Move]))
  return { list, total, moving }
})
