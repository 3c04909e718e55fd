/** Computes the conflicts of a competition anew, on demand. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { conflictPairs, refreshConflicts } from '../conflicts.ts'

export default defineHandler('review.refreshConflicts', async ({ competitionId }, context) => {
  const change = await refreshConflicts({ competitionId }, context)
  return { ...change, pairs: (await conflictPairs(competitionId, context)).length }
})
