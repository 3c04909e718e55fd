/** Adds one review of a work whose reviews are too far apart. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assignPairs, pairKey, panelOf, settledPairs } from '../assignment/roundPanel.ts'
import { phaseOf } from '../round.ts'
import { worksOfRound } from '../worksOfRound.ts'
import { heldRound } from './boardRound.ts'

export default defineHandler('review.orderReview', async ({ workId, userId, ...named }, context) => {
  const { fail, now } = context
  const round = await heldRound(named, context)
  if (round.frozenAt !== null) return fail('REVIEW_FROZEN')
  if (phaseOf(round, now) === 'closed') return fail('REVIEW_EXTRA_CLOSED')
  const isOfRound = (await worksOfRound(round, context)).some(({ id }) => id === workId)
  const expert = (await panelOf(round, context)).find((member) => member.userId === userId)
  if (!isOfRound || !expert) return fail('REVIEW_NOT_IN_ROUND')
  const { conflicts, known } = await settledPairs(round, context)
  if (conflicts.has(pairKey(workId, userId))) return fail('REVIEW_IN_CONFLICT')
  if (known.has(pairKey(workId, userId))) return fail('REVIEW_ASSIGNED')
  await assignPairs(round, [{ workId, userId }], 'extra', context)
  return { expert: expert.name }
})
