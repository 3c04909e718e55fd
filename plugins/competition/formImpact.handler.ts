/** What a version of one of the competition's forms would mean for the answers and drafts there are. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { designedPlace, type FormQuestion, formFor } from './competitionForms.ts'

export default defineHandler<FormQuestion & { content: object }>('competition.formImpact', async ({ content, ...question }, context) => {
  const { formId, name } = await designedPlace(question, context)
  const id = formId ?? name
  const places = await formFor(question).answers({ id, competitionId: question.competitionId }, context)
  return context.forms.impact(id, content, places)
})
