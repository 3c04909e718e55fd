/** Versions of the questions. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { formVersions } from '../studio/designedForm.ts'
import { readQuestionnaire } from './questionnaire.ts'

export default defineHandler<{ id: string }>('questionnaire.formRevisions', async ({ id }, context) =>
  formVersions((await readQuestionnaire(id, context)).formId, context),
)
