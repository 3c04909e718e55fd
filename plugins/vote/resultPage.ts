/** A page of the results: works with their votes, most first, those with as many at the same rank. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

const PAGE_SIZE = 20
const PERCENT = 100
const TENTHS = 10

interface Asked {
  competitionId: string
  eventId?: string
  pageNum?: number
  pageSize?: number
}
interface Line {
  workId: string
  title: string
  name: string
  school: string | null
  eventId: string
  event: LocalText
  votes: string
  rank: string
  total: string
  all: string
}

export async function resultPage({ competitionId, eventId, pageNum = 1, pageSize = PAGE_SIZE }: Asked, { db }: HandlerContext) {
  const { rows } = await sql<Line>`
    WITH counted AS (
      SELECT "workId", sum(votes) AS votes FROM (
        SELECT "workId", votes FROM vote_tally WHERE "competitionId" = ${competitionId}
        UNION ALL SELECT "workId", delta FROM vote_change WHERE "competitionId" = ${competitionId}
      ) AS parts GROUP BY "workId"
    )
    SELECT w.id AS "workId", w.title, w."displayName" AS name, w.school, w."eventId", e.title AS event, coalesce(c.votes, 0) AS votes,
      rank() OVER (ORDER BY coalesce(c.votes, 0) DESC) AS rank, count(*) OVER () AS total, sum(coalesce(c.votes, 0)) OVER () AS "all"
    FROM work_work w JOIN competition_event e ON e.id = w."eventId" LEFT JOIN counted c ON c."workId" = w.id
    WHERE w."competitionId" = ${competitionId} AND (${eventId ?? null}::bigint IS NULL OR w."eventId" = ${eventId ?? null}::bigint)
      AND w."removedAt" IS NULL AND ((w.shown AND w.state = 'submitted') OR c.votes > 0)
    ORDER BY votes DESC, w.id LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(db)
  const all = Number(rows[0]?.all ?? 0)
  const list = rows.map(({ votes, rank, total: _total, all: _all, ...work }) => ({
    id: work.workId,
    ...work,
    votes: Number(votes),
    rank: Number(rank),
    part: all === 0 ? 0 : Math.round((Number(votes) / all) * PERCENT * TENTHS) / TENTHS,
  }))
  return { list, total: Number(rows[0]?.total ?? 0), votes: all, pageNum, pageSize }
}
