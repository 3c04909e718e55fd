/** Assignments follow the pool check of their works: without a review they are withdrawn while the work is rejected, and come back when it no longer is, to experts who
 *  are still on the panel. Those with a review stay as they are; the desk shows none of a rejected work. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { workPoolState } from '../../generated/enums.ts'
import { lockRounds } from '../round.ts'

/** Waits for assignments that are being made in the competition, so that none uses data from before the check. */
export async function followPoolCheck(competitionId: string, workIds: readonly string[], context: HandlerContext): Promise<void> {
  await lockRounds(competitionId, context)
  const { db, rows } = context
  const works = await db
    .selectFrom('work_work')
    .select(['id', 'poolState'])
    .where('competitionId', '=', competitionId)
    .where('id', 'in', [...workIds, '0'])
    .execute()
  const isRejected = (work: { poolState: number }) => work.poolState === workPoolState.rejected
  const idsOf = (some: typeof works) => some.map(({ id }) => id)
  await rows.transitionWhere('review.assignmentLife', 'withdraw', { workId: idsOf(works.filter(isRejected)) })
  const back = await db
    .selectFrom('review_assignment as a')
    .leftJoin('review_expert as x', (join) => join.onRef('x.competitionId', '=', 'a.competitionId').onRef('x.userId', '=', 'a.userId'))
    .select('a.id')
    .where('a.state', '=', 'withdrawn')
    .where('a.workId', 'in', [...idsOf(works.filter((work) => !isRejected(work))), '0'])
    .where((where) => where.or([where('x.state', 'is', null), where('x.state', 'in', ['invited', 'accepted'])]))
    .execute()
  await rows.transitionWhere('review.assignmentLife', 'comeBack', { id: back.map(({ id }) => id) })
}
