/** A computed list becomes the lines of the working version, with its file and rule. The caller holds the lock of the list. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { RankingList } from './heldList.ts'
import type { ComputedList } from './inputs/computedList.ts'
import { writeVersion } from './lifecycle/versionFacts.ts'
import { removeLines, writeLines } from './lines.ts'

export async function storeComputed(
  list: Pick<RankingList, 'id' | 'competitionId' | 'version'>,
  { file, lines }: ComputedList,
  context: Pick<HandlerContext, 'rows'>,
): Promise<void> {
  const { rows } = context
  const { id: listId, competitionId, version: number } = list
  const { hash, rule, computedAt } = file
  await removeLines(list, context)
  await writeLines(
    list,
    lines.map((line, position) => ({ ...line, position })),
    context,
  )
  await rows.put('ranking.file', ['listId', 'number'], { listId, competitionId, number, hash, computedAt, content: file })
  await writeVersion(list, { rule, fileHash: hash }, context)
  await rows.save('ranking.list', { id: listId }, { source: 'computed', rule })
}
