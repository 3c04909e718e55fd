/** The form version that a competition publishes now. Its hash is no secret: anyone who fills the form knows it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { competitionFacts, publishedFormHash } from './competitionFacts.ts'

export default defineHandler('signup.publishedForm', async ({ competitionId }, context) => ({
  formHash: await publishedFormHash(await competitionFacts(competitionId, context), context),
}))
