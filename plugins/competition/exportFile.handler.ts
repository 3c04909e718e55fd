/** Orders a competition as a file. The job's result is the file. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'

export default defineHandler('competition.exportFile', async ({ competitionId }, context) => {
  await readCompetition(context, competitionId)
  await context.rows.record({ entity: 'competition.competition', rowId: competitionId, before: null, after: { downloaded: true } })
  return { jobId: await context.jobs.enqueue('competition.packFile', { competitionId }) }
})
