/** What other experts gave a work, by the rule of the round: no one, "Expert 2", or by name. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { maySeeOthers } from './discussion.ts'
import type { OwnAssignment } from './ownAssignment.ts'

export interface Seat {
  assignmentId: string
  userId: string
  /** From 1; stays the same when others come or go. */
  expert: number
  name: string
}

/** Experts of a work in one round, in the order in which they were assigned. */
export async function seatsOf({ roundId, workId }: Pick<OwnAssignment, 'roundId' | 'workId'>, { db }: HandlerContext): Promise<Seat[]> {
  const rows = await db
    .selectFrom('review_assignment as a')
    .innerJoin('account_user as u', 'u.id', 'a.userId')
    .select(['a.id as assignmentId', 'a.userId', 'u.name'])
    .where('a.roundId', '=', roundId)
    .where('a.workId', '=', workId)
    .orderBy('a.id')
    .execute()
  return rows.map((row, at) => ({ ...row, expert: at + 1 }))
}

/** Null when the rule shows none, or the expert has not looked yet. */
export async function othersOf(own: OwnAssignment, context: HandlerContext) {
  if (own.lookedAt === null || !maySeeOthers(own)) return null
  const seats = await seatsOf(own, context)
  const marks = await context.db
    .selectFrom('review_mark')
    .select(['assignmentId', 'state', 'total', 'formHash', 'answers'])
    .where('roundId', '=', own.roundId)
    .where('workId', '=', own.workId)
    .where('assignmentId', '!=', own.id)
    .execute()
  return seats.flatMap(({ assignmentId, expert, name }) => {
    const mark = marks.find((each) => each.assignmentId === assignmentId)
    if (!mark) return []
    const { state, formHash, answers, total } = mark
    const given = { state, formHash, answers: (answers ?? {}) as Record<string, unknown>, total: total === null ? null : Number(total) }
    return [{ expert, name: own.showExperts ? name : null, ...given }]
  })
}
