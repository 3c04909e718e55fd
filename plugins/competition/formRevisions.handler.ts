/** Versions of one of the competition's forms; none before the first is saved. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { formVersions } from '../studio/designedForm.ts'
import { designedPlace, type FormQuestion } from './competitionForms.ts'

export default defineHandler<FormQuestion>('competition.formRevisions', async (question, context) =>
  formVersions((await designedPlace(question, context)).formId, context),
)
