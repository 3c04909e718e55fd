/** Fields of the published sign-up form that may name a registration, as options. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { namingFields, readSignupForm } from './signupForm.ts'

export default defineHandler<{ competitionId: string }>('competition.formFields', async ({ competitionId }, context) => {
  const { published } = await readSignupForm(await readCompetition(context, competitionId), context)
  return { list: namingFields(published?.content, context.lang) }
})
