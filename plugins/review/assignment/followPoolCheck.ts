/** Assignments follow the pool check of their works: without a review they are withdrawn while the work is rejected, and come back when it no longer is, to experts who
 *  are still on the panel. Those with a review stay as they are; the desk shows none of a rejected work. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { reviewAssignmentState, workPoolState } from '../../generated/enums.ts'
import { lockRounds } from '../round.ts'

const { assigned, withdrawn } = reviewAssignmentState

/** Waits for assignments that are being made in the competition, so that none uses data from before the check. */
export async function followPoolCheck(competitionId: string, workIds: readonly string[], context: HandlerContext): Promise<void> {
  await lockRounds(competitionId, context)
  await sql`
    update review_assignment a
    set "state" = case a."state" when ${assigned} then ${withdrawn} else ${assigned} end, "updatedAt" = ${context.now.toISOString()}
    from work_work w
    where w."id" = a."workId" and w."competitionId" = ${competitionId} and w."id" = any(${workIds}::bigint[])
      and (a."state" = ${assigned} and w."poolState" = ${workPoolState.rejected}
        or a."state" = ${withdrawn} and w."poolState" <> ${workPoolState.rejected} and not exists (
          select 1 from review_expert x
          where x."competitionId" = a."competitionId" and x."userId" = a."userId" and x."state" not in ('invited', 'accepted')))`.execute(
    context.db,
  )
}
