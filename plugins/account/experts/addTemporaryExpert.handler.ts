/** Opens a temporary account for an expert, who has the role on the competition immediately. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { giveExpertRole, openTemporaryExpert } from './openTemporaryExpert.ts'

export default defineHandler('account.addTemporaryExpert', async (input, context) => {
  const made = await openTemporaryExpert(input, context)
  await giveExpertRole(made.id, input.competitionId, context)
  return made
})
