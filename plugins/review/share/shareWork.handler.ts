import { defineHandler } from '../../../runtime/core/contracts.ts'
import { shownFiles } from '../blind/shownFiles.ts'
import { isBlind } from '../desk/ownAssignment.ts'
import { sharedWork } from './sharedWork.ts'
import { openShare } from './shareLink.ts'

export default defineHandler('review.shareWork', async ({ token, number }, context) => {
  const pool = await openShare(token, context)
  const workId = pool.workIds[number - 1]
  if (workId === undefined) return context.fail('NOT_FOUND', { entity: 'review.share', id: '' })
  const work = await sharedWork(pool, { workId, number }, context)
  const files = await shownFiles(
    { kind: 'share', id: pool.id, userId: '', number, roundId: pool.round.id, workId, isBlind: isBlind(pool.round) },
    context,
  )
  return { ...work, competition: pool.competition, expiresAt: pool.expiresAt, files }
})
