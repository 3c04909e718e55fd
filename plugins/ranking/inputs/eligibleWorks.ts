/** Works that can be ranked: submitted, not rejected by the pool check, of registrations that take part. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { signupStatus, workPoolState, workState } from '../../generated/enums.ts'
import type { RankedWork } from '../compute/RankingFile.ts'
import type { RankingList } from '../heldList.ts'

/** In the order of their ids. */
export async function eligibleWorks(
  { competitionId, eventId }: Pick<RankingList, 'competitionId' | 'eventId'>,
  { db }: Pick<HandlerContext, 'db'>,
): Promise<Omit<RankedWork, 'votes'>[]> {
  let found = db
    .selectFrom('work_work as w')
    .innerJoin('signup_registration as r', 'r.id', 'w.registrationId')
    .select(['w.id', 'w.registrationId as registration', 'w.eventId as event', 'w.submittedAt'])
    .where('w.competitionId', '=', competitionId)
    .where('w.state', '=', workState.submitted)
    .where('w.removedAt', 'is', null)
    .where('w.poolState', '!=', workPoolState.rejected)
    .where('r.status', '=', signupStatus.registered)
  if (eventId !== null) found = found.where('w.eventId', '=', eventId)
  const works = await found.orderBy('w.id').execute()
  return works.map(({ submittedAt, ...work }) => ({ ...work, submittedAt: new Date(submittedAt).toISOString() }))
}
