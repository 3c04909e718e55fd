/** All times of a competition for those who manage it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { allTimes } from './allTimes.ts'
import { readCompetition } from './competition.ts'
import { readMilestones, timesAnswers } from './times.ts'

export default defineHandler('competition.times', async ({ competitionId }, context) => {
  const row = await readCompetition(context, competitionId)
  const list = await allTimes(row, context)
  const answers = timesAnswers(row, await readMilestones(context, row.id))
  return { list, total: list.length, now: context.now.toISOString(), answers }
})
