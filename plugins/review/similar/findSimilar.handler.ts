/** Orders the comparison of a competition's works. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('review.findSimilar', async ({ competitionId }, { db, jobs, fail }) => {
  const row = await db.selectFrom('competition_competition').select('id').where('id', '=', competitionId).executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  return { jobId: await jobs.enqueue('review.compareWorks', { competitionId }) }
})
