/** Writes the lines of the working version from rounds and votes, with the ranking file that proves them. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { draftList } from './heldList.ts'
import { computedList } from './inputs/computedList.ts'
import { MAX_LINES } from './lines.ts'
import { checkedRule } from './rule/checkedRule.ts'
import { storeComputed } from './storeComputed.ts'

export default defineHandler('ranking.compute', async ({ id, answers, result }, context) => {
  const list = await draftList(id, context)
  const computed = await computedList(list, await checkedRule(list, answers, context), context)
  if (result !== undefined && result !== computed.result) return context.fail('RANKING_CHANGED')
  if (computed.lines.length > MAX_LINES) return context.fail('AWARDS_TOO_MANY', { max: MAX_LINES })
  await storeComputed(list, computed, context)
  await context.rows.record({
    entity: 'ranking.list',
    rowId: id,
    before: null,
    after: { lines: computed.lines.length, hash: computed.file.hash },
  })
  return { lines: computed.lines.length, hash: computed.file.hash }
})
