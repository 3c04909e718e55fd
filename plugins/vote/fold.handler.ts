/** Adds the changes of counts to the tallies, in one statement: anyone who reads meanwhile sees each change in one of the two places. Ordered by votes, and every hour. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'vote.fold': Record<string, never>
  }
}

/** Of one statement. */
const BATCH = 20_000

export default defineHandler('vote.fold', async (_input, { db, lock }) => {
  await lock('voteFold', 'all')
  const { rows } = await sql<{ workId: string }>`
    WITH taken AS (
      DELETE FROM vote_change WHERE id IN (SELECT id FROM vote_change ORDER BY id LIMIT ${BATCH}) RETURNING "competitionId", "workId", delta
    )
    INSERT INTO vote_tally ("competitionId", "workId", votes) SELECT "competitionId", "workId", sum(delta) FROM taken GROUP BY 1, 2
    ON CONFLICT ("workId") DO UPDATE SET votes = vote_tally.votes + excluded.votes, "updatedAt" = now() RETURNING "workId"`.execute(db)
  return { works: rows.length }
})
