/** Lets marks of a round change again, as far as its times allow. A round that has taken its works meanwhile keeps them. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertFits, phaseOf } from '../round.ts'
import { heldRound } from './boardRound.ts'

export default defineHandler('review.unfreezeRound', async (named, context) => {
  const round = await heldRound(named, context)
  if (round.frozenAt === null) return context.fail('REVIEW_NOT_FROZEN')
  await assertFits({ ...round, frozenAt: null }, context)
  const { organisationId, competitionId } = round
  await context.rows.save('review.round', round, { frozenAt: null }, { of: { organisationId, competitionId } })
  return { phase: phaseOf({ ...round, frozenAt: null }, context.now) }
})
