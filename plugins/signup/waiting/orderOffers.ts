import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { signupWaitingState } from '../../generated/enums.ts'

/** A job for each event of the competition for which someone waits. */
export async function orderOffers(competitionId: string, { db, jobs }: Pick<HandlerContext, 'db' | 'jobs'>): Promise<void> {
  const waited = await db
    .selectFrom('signup_waiting')
    .select('eventId')
    .distinct()
    .where('competitionId', '=', competitionId)
    .where('status', '=', signupWaitingState.waiting)
    .execute()
  for (const { eventId } of waited) await jobs.enqueue('signup.offerPlaces', { eventId })
}
