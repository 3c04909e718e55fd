/** Changes one line of a list that is a draft; fields that are left empty are cleared. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { EMPTY_AWARD } from './emptyAward.ts'
import { heldAward } from './heldAward.ts'
import { linkLines } from './linkLines.ts'

export default defineHandler('ranking.changeAward', async ({ id, answers: sent }, context) => {
  const { list, award } = await heldAward(id, context)
  const { answers } = await context.documents.forms.submit({ id: 'ranking.award' }, sent)
  const change = { ...EMPTY_AWARD, ...answers } as Partial<typeof award>
  // a line of a rule keeps its registration; one entered by name follows its name
  const renamed = award.workId === null && change.name !== award.name
  await context.rows.save('ranking.award', award, { ...change, ...(renamed ? { registrationId: null } : {}) })
  if (renamed) await linkLines(list, context)
  return { id }
})
