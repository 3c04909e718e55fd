/** The questions that are being designed: the draft, else what is published. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { describeForm } from '../studio/designedForm.ts'
import { placeOf, readQuestionnaire, STARTER } from './questionnaire.ts'

export default defineHandler<{ id: string }>('questionnaire.formDraft', async ({ id }, context) =>
  describeForm(placeOf(await readQuestionnaire(id, context)), STARTER, context),
)
