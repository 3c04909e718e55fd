/** What a version of the questions would mean for the answers that were given or begun. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { placeOf, readQuestionnaire } from './questionnaire.ts'

export default defineHandler<{ id: string; content: object }>('questionnaire.formImpact', async ({ id, content }, context) => {
  const { formId, name } = placeOf(await readQuestionnaire(id, context))
  const place = { entity: 'questionnaire.answer', hash: 'formVersion', answers: 'values' }
  const those = (state: string) => [
    { field: 'questionnaireId', in: [id] },
    { field: 'state', in: [state] },
  ]
  return context.forms.impact(formId ?? name, content, [
    { ...place, where: those('submitted') },
    { ...place, where: those('draft'), drafts: true },
  ])
})
