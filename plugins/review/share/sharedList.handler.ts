/** A page of what a link opens: of the works of one team, or of a whole pool. The first page counts as one opening. */
import { sql } from 'kysely'
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { sharedWork } from './sharedWork.ts'
import { openShare } from './shareLink.ts'

export default defineHandler('review.sharedList', async ({ token, isTeam, pageNum = 1, pageSize = 20 }, context) => {
  const pool = await openShare(token, context)
  if ((pool.registrationId !== null) !== isTeam) return context.fail('NOT_FOUND', { entity: 'review.share', id: '' })
  if (pageNum === 1) await countOpening(pool.id, context)
  const from = (pageNum - 1) * pageSize
  const list = await Promise.all(
    pool.workIds.slice(from, from + pageSize).map(async (workId, at) => {
      const { number, title, event, author, school } = await sharedWork(pool, { workId, number: from + at + 1 }, context)
      return { number, title, event, author, school }
    }),
  )
  const { competition, expiresAt, round } = pool
  return { competition, round: round.title as LocalText, expiresAt, list, total: pool.workIds.length, pageNum, pageSize }
})

async function countOpening(id: string, { rows, outsideTransaction, now }: HandlerContext): Promise<void> {
  await rows.bulk('review.share', 'a page that is read counts its openings', () =>
    outsideTransaction
      .updateTable('review_share')
      .set({ opened: sql<number>`opened + 1`, openedAt: now.toISOString() })
      .where('id', '=', id)
      .execute(),
  )
}
