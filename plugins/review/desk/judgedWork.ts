/** A work in a round of a competition that the asker organises. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

export interface JudgedWork {
  roundId: string
  workId: string
  competitionId: string
}

/** The call's access covers the competition; here it is checked that round and work belong to it. @throws NOT_FOUND */
export async function judgedWork({ roundId, workId, competitionId }: JudgedWork, { db, fail }: HandlerContext) {
  const row = await db
    .selectFrom('review_round as r')
    .innerJoin('work_work as w', 'w.competitionId', 'r.competitionId')
    .select(['r.id as roundId', 'w.id as workId', 'r.competitionId', 'r.organisationId', 'r.frozenAt'])
    .where('r.id', '=', roundId)
    .where('w.id', '=', workId)
    .where('r.competitionId', '=', competitionId)
    .where('r.removedAt', 'is', null)
    .executeTakeFirst()
  return row ?? fail('NOT_FOUND', { entity: 'work.work', id: workId })
}
