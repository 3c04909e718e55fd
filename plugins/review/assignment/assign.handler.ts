/** Assigns experts to works by hand: each of the experts to each of the works. Pairs in conflict are left out and reported. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockRound } from '../round.ts'
import { worksOfRound } from '../worksOfRound.ts'
import { assignPairs, pairKey, panelOf, settledPairs } from './roundPanel.ts'

export default defineHandler('review.assign', async ({ roundId, workIds, userIds }, context) => {
  const round = await lockRound(roundId, context)
  if (round.frozenAt !== null) return context.fail('REVIEW_FROZEN')
  const works = new Set((await worksOfRound(round, context)).map(({ id }) => id))
  const panel = new Map((await panelOf(round, context)).map((member) => [member.userId, member]))
  const unknown = [...workIds.filter((id) => !works.has(id)), ...userIds.filter((id) => !panel.has(id))]
  if (unknown.length > 0) return context.fail('REVIEW_NOT_IN_ROUND', { ids: unknown })
  const { conflicts, known } = await settledPairs(round, context)
  const pairs = [...new Set(workIds)].flatMap((workId) => [...new Set(userIds)].map((userId) => ({ workId, userId })))
  const fresh = pairs.filter(({ workId, userId }) => !known.has(pairKey(workId, userId)))
  const refused = fresh.filter(({ workId, userId }) => conflicts.has(pairKey(workId, userId)))
  const added = fresh.filter(({ workId, userId }) => !conflicts.has(pairKey(workId, userId)))
  await assignPairs(round, added, 'hand', context)
  return {
    assigned: added.length,
    refused: refused.map(({ workId, userId }) => ({
      workId,
      userId,
      expert: panel.get(userId)!.name,
      kinds: conflicts.get(pairKey(workId, userId))!,
    })),
  }
})
