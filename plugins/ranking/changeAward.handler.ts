/** Changes one line of a ranking list. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { EMPTY_AWARD } from './emptyAward.ts'

export default defineHandler('ranking.changeAward', async ({ id, answers: sent }, context) => {
  const { db, forms, record } = context
  const before = await context.call<Record<string, unknown>>('ranking.award', { id })
  const { answers } = await forms.submit({ id: 'ranking.award' }, sent)
  const after = { ...EMPTY_AWARD, ...answers }
  await db.updateTable('ranking_award').set(after).where('id', '=', id).execute()
  await record({ entity: 'ranking.award', rowId: id, before, after })
  return { id }
})
