/** Brings a removed round back, unless another one has taken its time. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertFits, lockRound } from './round.ts'

export default defineHandler('review.restoreRound', async ({ id }, context) => {
  const row = await lockRound(id, context, { removed: true })
  await assertFits(row, context)
  const { organisationId, competitionId } = row
  await context.change('review.round', row, { removedAt: null }, { of: { organisationId, competitionId } })
  return { id }
})
