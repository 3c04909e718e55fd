/** Freezes a round: its marks no longer change. Missing reviews are confirmed first, with their number. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { phaseOf } from '../round.ts'
import { heldRound } from './boardRound.ts'
import { missingReviews, readBoard } from './readBoard.ts'

export default defineHandler('review.freezeRound', async ({ confirmed = [], ...named }, context) => {
  const { fail, now, platform, lang } = context
  const round = await heldRound(named, context)
  const phase = phaseOf(round, now)
  if (phase === 'frozen') return fail('REVIEW_MARKS_FROZEN')
  if (phase === 'planned') return fail('REVIEW_NOT_OPEN')
  const missing = missingReviews(await readBoard(round, context))
  if (missing > 0 && !confirmed.includes(`missing:${missing}`)) {
    const words = enumLabel('review.freezeConcern', 'missing', platform)
    return fail('CONFIRM_FIRST', { what: `${words[lang]}${lang === 'zh' ? '：' : ': '}${missing}`, confirmed: [`missing:${missing}`] })
  }
  const frozenAt = now.toISOString()
  const { organisationId, competitionId } = round
  await context.rows.save('review.round', round, { frozenAt }, { of: { organisationId, competitionId } })
  return { frozenAt }
})
