/** Writes the lines of the working version from rounds and votes, with the ranking file that proves them. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { draftList, type RankingList } from './heldList.ts'
import { type ComputedList, computedList } from './inputs/computedList.ts'
import { writeVersion } from './lifecycle/versionFacts.ts'
import { MAX_LINES, writeLines } from './lines.ts'
import { checkedRule } from './rule/checkedRule.ts'

export default defineHandler('ranking.compute', async ({ id, answers, result }, context) => {
  const list = await draftList(id, context)
  const computed = await computedList(list, await checkedRule(list, answers, context), context)
  if (result !== undefined && result !== computed.result) return context.fail('RANKING_CHANGED')
  if (computed.lines.length > MAX_LINES) return context.fail('AWARDS_TOO_MANY', { max: MAX_LINES })
  await context.db.deleteFrom('ranking_award').where('listId', '=', id).where('version', '=', list.version).execute()
  await writeLines(
    list,
    computed.lines.map((line, position) => ({ ...line, position })),
    context,
  )
  await keep(list, computed, context)
  await context.record({
    entity: 'ranking.list',
    rowId: id,
    before: null,
    after: { lines: computed.lines.length, hash: computed.file.hash },
  })
  return { lines: computed.lines.length, hash: computed.file.hash }
})

async function keep(list: RankingList, { file }: ComputedList, context: HandlerContext): Promise<void> {
  const { id: listId, competitionId, version: number } = list
  const { hash, rule, computedAt } = file
  await context.db
    .insertInto('ranking_file')
    .values({ listId, competitionId, number, hash, computedAt, content: file })
    .onConflict((conflict) => conflict.columns(['listId', 'number']).doUpdateSet({ hash, computedAt, content: file }))
    .execute()
  await writeVersion(list, { rule, fileHash: hash }, context)
  await context.db.updateTable('ranking_list').set({ source: 'computed', rule }).where('id', '=', listId).execute()
}
