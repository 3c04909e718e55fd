/** What experts of a work and the organiser wrote to each other in one round. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { seatsOf } from './others.ts'

/** The latest that are shown. */
const SHOWN = 200

/** Oldest first. @param how  `named`: experts by name instead of "Expert 2" */
export async function threadOf(
  place: { roundId: string; workId: string },
  how: { named: boolean; reader: string },
  context: HandlerContext,
) {
  const seats = await seatsOf(place, context)
  const rows = await context.db
    .selectFrom('review_comment')
    .select(['id', 'userId', 'byOrganiser', 'text', 'createdAt'])
    .where('roundId', '=', place.roundId)
    .where('workId', '=', place.workId)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  const list = rows.reverse().map(({ id, userId, byOrganiser, text, createdAt }) => {
    const seat = byOrganiser ? undefined : seats.find((each) => each.userId === userId)
    return {
      id,
      expert: seat?.expert ?? null,
      name: seat && how.named ? seat.name : null,
      organiser: byOrganiser,
      own: userId === how.reader,
      text,
      createdAt: new Date(createdAt).toISOString(),
    }
  })
  return { list, total: list.length }
}
