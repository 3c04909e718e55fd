/** Restores a removed round, unless another one takes place at its time now. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertFits, lockRound } from './round.ts'

export default defineHandler('review.restoreRound', async ({ id }, context) => {
  const row = await lockRound(id, context, { removed: true })
  await assertFits(row, context)
  const { organisationId, competitionId } = row
  await context.rows.save('review.round', row, { removedAt: null }, { of: { organisationId, competitionId } })
  return { id }
})
