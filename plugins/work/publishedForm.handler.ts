/** The form version that a competition publishes for its works now. Its hash is no secret: whoever fills the form knows it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from '../competition/competition.ts'

export default defineHandler<{ competitionId: string }>('work.publishedForm', async ({ competitionId }, context) => {
  const { workFormId } = await readCompetition(context, competitionId)
  return { formHash: workFormId === null ? null : ((await context.documents.published('form', workFormId))?.hash ?? null) }
})
