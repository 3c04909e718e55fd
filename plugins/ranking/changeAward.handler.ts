/** Changes one line of a list that is a draft; what is left empty is taken out. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { EMPTY_AWARD } from './emptyAward.ts'
import { heldAward } from './heldAward.ts'

export default defineHandler('ranking.changeAward', async ({ id, answers: sent }, context) => {
  const award = await heldAward(id, context)
  const { answers } = await context.forms.submit({ id: 'ranking.award' }, sent)
  await context.change('ranking.award', award, { ...EMPTY_AWARD, ...answers })
  return { id }
})
