/** Fields of the published sign-up form of one kind, as options. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readCompetition } from './competition.ts'
import { fieldsOf } from './competitionForms.ts'

export default defineHandler('competition.formFields', async ({ competitionId, kind = 'names' }, context) => {
  const { published } = await context.documents.designs.read((await readCompetition(context, competitionId)).formId)
  return { list: fieldsOf(published?.content, kind, context.lang) }
})
