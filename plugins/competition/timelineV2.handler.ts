/** All times of a published competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { allTimes } from './allTimes.ts'
import { readCompetition } from './competition.ts'

export default defineHandler('competition.timelineV2', async ({ competitionId }, context) => {
  // who may see the competition is decided there
  await context.call('competition.detail', { id: competitionId })
  const list = await allTimes(await readCompetition(context, competitionId), context)
  return { list, total: list.length, now: context.now.toISOString() }
})
