/** Counts the votes themselves and writes the tallies anew. One statement sees votes, changes and tallies of one moment; later changes come on top. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { voteCounts } from './voteCounts.ts'

export default defineHandler('vote.recount', async ({ competitionId }, context) => {
  await context.lock('voteFold', 'all')
  const before = await voteCounts({ competitionId }, context)
  const { rows } = await sql<{ workId: string; votes: number }>`
    WITH folded AS (DELETE FROM vote_change WHERE "competitionId" = ${competitionId}),
    counted AS (
      SELECT w."workId", count(b.id)::integer AS votes
      FROM (SELECT "workId" FROM vote_tally WHERE "competitionId" = ${competitionId} UNION SELECT "workId" FROM vote_ballot WHERE "competitionId" = ${competitionId}) AS w
      LEFT JOIN vote_ballot b ON b."workId" = w."workId" AND b.state = 'counted' GROUP BY 1
    )
    INSERT INTO vote_tally ("competitionId", "workId", votes) SELECT ${competitionId}, "workId", votes FROM counted
    ON CONFLICT ("workId") DO UPDATE SET votes = excluded.votes, "updatedAt" = now() RETURNING "workId", votes`.execute(context.db)
  const setting = context.db.selectFrom('vote_setting').select(['id', 'organisationId']).where('competitionId', '=', competitionId)
  const { id, organisationId } = (await setting.executeTakeFirst()) ?? context.fail('VOTE_NONE')
  const votes = rows.reduce((sum, row) => sum + row.votes, 0)
  const corrected = rows.filter((row) => (before.get(row.workId) ?? 0) !== row.votes).length
  const after = { works: rows.length, votes, corrected }
  await context.rows.record({ entity: 'vote.setting', rowId: id, before: null, after, of: { competitionId, organisationId } })
  return after
})
