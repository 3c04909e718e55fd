/** The times that a copy would have, before it is made. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { leftOut } from './leftOut.ts'
import { moveBy } from './movedTime.ts'
import { shownTimes } from './shownTimes.ts'
import { readMilestones } from './times.ts'

export default defineHandler('competition.movedTimes', async ({ competitionId, ...distance }, context) => {
  const row = await readCompetition(context, competitionId)
  const list = shownTimes({ ...row }, await readMilestones(context, competitionId), moveBy(distance), context)
  return { list, left: await leftOut(competitionId, context) }
})
