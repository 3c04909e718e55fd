/** Publishes the questions: who answers from now on answers these. @throws DOCUMENT_INVALID, QUESTIONNAIRE_NO_QUESTIONS, QUESTIONNAIRE_FILES */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { publishForm, readForm } from '../studio/designedForm.ts'
import { assertQuestions } from './assertQuestions.ts'
import { ownForm } from './questionnaire.ts'

export default defineHandler<{ id: string; note?: string }>('questionnaire.publishForm', async ({ id, note }, context) => {
  const formId = await ownForm(id, context)
  const { draft, published } = await readForm(formId, context)
  assertQuestions((draft ?? published)?.content ?? null, context)
  return publishForm(formId, note, context)
})
