/** Reminds experts who have not answered. Refused when their number is no longer the one that was shown, so that everyone who is reminded was seen before. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockRounds } from '../round.ts'
import { invitingCompetition, ofExpert, sendInvitation } from './panel.ts'
import { waitingExperts } from './waitingExperts.ts'

export default defineHandler('review.remind', async ({ competitionId, total }, context) => {
  await lockRounds(competitionId, context)
  const waiting = await waitingExperts(competitionId, context)
  if (waiting.length === 0) return context.fail('NOBODY_TO_SEND')
  if (waiting.length !== total) return context.fail('REVIEW_COUNT_CHANGED', { total: waiting.length })
  const inviting = await invitingCompetition(competitionId, context)
  for (const row of waiting) {
    await sendInvitation('reminder', row, inviting, context)
    await context.rows.save('review.expert', row, { remindedAt: context.now.toISOString() }, ofExpert(row))
  }
  return { total: waiting.length }
})
