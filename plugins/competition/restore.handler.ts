/** Takes a deletion back. @throws NOT_FOUND when it is not deleted, or gone for good */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.restore', async ({ competitionId }, context) => {
  const row = await lockCompetition(context, competitionId, { deleted: true })
  return changeCompetition(context, row, { deletedAt: null })
})
