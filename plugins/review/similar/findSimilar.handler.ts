/** Orders the comparison of a competition's works. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('review.findSimilar', async ({ competitionId }, { jobs, rows }) => {
  await rows.get('competition.competition', competitionId)
  return { jobId: await jobs.enqueue('review.compareWorks', { competitionId }) }
})
