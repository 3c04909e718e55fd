/** A page of what a link opens. The first page counts as one opening. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { reviewedWork } from '../blind/reviewedWork.ts'
import { openShare, type SharedPool } from './shareLink.ts'

export interface SharedPage {
  token: string
  pageNum?: number
  pageSize?: number
}

/** @param isTeam  the link must be of one team, or of a whole pool. @throws NOT_FOUND */
export async function sharedList({ token, pageNum = 1, pageSize = 20 }: SharedPage, isTeam: boolean, context: HandlerContext) {
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
}

/** A work as an external judge sees it. @param number  of the work in the list */
export async function sharedWork({ round }: SharedPool, { workId, number }: { workId: string; number: number }, context: HandlerContext) {
  const { registrationId, event } = await context.db
    .selectFrom('work_work as w')
    .innerJoin('competition_event as e', 'e.id', 'w.eventId')
    .select(['w.registrationId', 'e.title as event'])
    .where('w.id', '=', workId)
    .executeTakeFirstOrThrow()
  const { hideAuthor, hideSchool, hideTeam } = round
  return {
    number,
    event: event as LocalText,
    ...(await reviewedWork({ roundId: round.id, workId, registrationId, hideAuthor, hideSchool, hideTeam }, context)),
  }
}

async function countOpening(id: string, { rows, ownConnection, now }: HandlerContext): Promise<void> {
  await rows.bulk('review.share', 'a page that is read counts its openings', () =>
    ownConnection
      .updateTable('review_share')
      .set({ opened: sql<number>`opened + 1`, openedAt: now.toISOString() })
      .where('id', '=', id)
      .execute(),
  )
}
