/** Votes that count, of works: for results, public pages and rankings. Exact at any moment: the tally and the changes not added to it yet are read by one statement. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'

/**
 * @param of  the works of a competition, of one of its events, or of a list of ids
 * @returns   work id -> whole number >= 0; works that no one voted for are missing
 */
export async function voteCounts(
  of: { competitionId: string; eventId?: string | null } | { workIds: readonly string[] },
  { db }: Pick<HandlerContext, 'db'>,
): Promise<Map<string, number>> {
  const which = (column: string) =>
    'workIds' in of
      ? sql`${sql.ref(column)} = ANY(${sql.val(of.workIds)}::bigint[])`
      : of.eventId == null
        ? sql`"competitionId" = ${of.competitionId}`
        : sql`"competitionId" = ${of.competitionId} AND ${sql.ref(column)} IN (SELECT id FROM work_work WHERE "eventId" = ${of.eventId})`
  const { rows } = await sql<{ workId: string; votes: string }>`
    SELECT "workId", sum(votes) AS votes FROM (
      SELECT "workId", votes FROM vote_tally WHERE ${which('workId')}
      UNION ALL SELECT "workId", delta FROM vote_change WHERE ${which('workId')}
    ) AS counted GROUP BY "workId"`.execute(db)
  return new Map(rows.map(({ workId, votes }) => [workId, Number(votes)]))
}
