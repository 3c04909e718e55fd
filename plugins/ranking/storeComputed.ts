/** A computed list becomes the lines of the working version, with its file and rule. The caller holds the lock of the list. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { RankingList } from './heldList.ts'
import type { ComputedList } from './inputs/computedList.ts'
import { writeVersion } from './lifecycle/versionFacts.ts'
import { writeLines } from './lines.ts'

export async function storeComputed(
  list: Pick<RankingList, 'id' | 'competitionId' | 'version'>,
  { file, lines }: ComputedList,
  context: Pick<HandlerContext, 'db'>,
): Promise<void> {
  const { db } = context
  const { id: listId, competitionId, version: number } = list
  const { hash, rule, computedAt } = file
  await db.deleteFrom('ranking_award').where('listId', '=', listId).where('version', '=', number).execute()
  await writeLines(
    list,
    lines.map((line, position) => ({ ...line, position })),
    context,
  )
  await db
    .insertInto('ranking_file')
    .values({ listId, competitionId, number, hash, computedAt, content: file })
    .onConflict((conflict) => conflict.columns(['listId', 'number']).doUpdateSet({ hash, computedAt, content: file }))
    .execute()
  await writeVersion(list, { rule, fileHash: hash }, context)
  await db.updateTable('ranking_list').set({ source: 'computed', rule }).where('id', '=', listId).execute()
}
