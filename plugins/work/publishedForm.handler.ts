/** The form version that a competition publishes for its works now. Its hash is no secret: anyone who fills the form knows it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from '../competition/competition.ts'
import { publishedHash } from '../studio/publishedHash.ts'

export default defineHandler('work.publishedForm', async ({ competitionId }, context) => {
  const { workFormId } = await readCompetition(context, competitionId)
  return { formHash: await publishedHash(workFormId, context) }
})
