/** Removes one line of a list that is a draft. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { heldAward } from './heldAward.ts'

export default defineHandler('ranking.removeAward', async ({ id }, context) => {
  const { award } = await heldAward(id, context)
  await context.rows.remove('ranking.award', award)
  return { id }
})
