import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { RankingList } from './heldList.ts'

/** A list to look at. @throws NOT_FOUND also for a list of a competition where the person does not manage rankings */
export async function managedList(id: string, context: HandlerContext): Promise<RankingList> {
  await context.call('ranking.managed', { id })
  return (await context.db.selectFrom('ranking_list').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as RankingList
}
