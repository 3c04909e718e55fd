/** One line of a ranking list that may be written, with the lock of its list. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import { draftList, type RankingList } from './heldList.ts'

/** @throws NOT_FOUND; RANKING_LOCKED with what to do first, also for a line of an earlier version */
export async function heldAward(id: string, context: HandlerContext): Promise<{ list: RankingList; award: Row<'ranking_award'> }> {
  const { listId } = await context.call('ranking.award', { id })
  await context.lock('ranking', listId)
  const list = await draftList(listId, context)
  const row = await context.db.selectFrom('ranking_award').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.version !== list.version) return context.fail('NOT_FOUND', { entity: 'ranking.award', id })
  return { list, award: row as Row<'ranking_award'> }
}
