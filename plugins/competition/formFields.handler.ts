/** Fields of the published sign-up form that may name a registration, as options. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readForm } from '../studio/designedForm.ts'
import { readCompetition } from './competition.ts'
import { namingFields } from './competitionForms.ts'

export default defineHandler<{ competitionId: string }>('competition.formFields', async ({ competitionId }, context) => {
  const { published } = await readForm((await readCompetition(context, competitionId)).formId, context)
  return { list: namingFields(published?.content, context.lang) }
})
