/** Facts in the row of a version: created with the first change of the list's state, written with each one. */
import type { Updateable } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Tables } from '../../generated/tables.ts'
import type { RankingList } from '../heldList.ts'

/** Writes facts of the version that the list is at. The caller holds the lock of the list. */
export async function writeVersion(
  { id: listId, competitionId, version: number }: Pick<RankingList, 'id' | 'competitionId' | 'version'>,
  facts: Updateable<Tables['ranking_version']>,
  { rows }: Pick<HandlerContext, 'rows'>,
): Promise<void> {
  await rows.put('ranking.version', ['listId', 'number'], { listId, competitionId, number, ...facts })
}
