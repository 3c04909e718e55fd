/** Keeps the questions as their draft. @throws DOCUMENT_REVISION when somebody else has saved since the revision that was edited */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveForm } from '../studio/designedForm.ts'
import { lockQuestionnaire, placeOf } from './questionnaire.ts'

interface SaveDraft {
  id: string
  content: Record<string, unknown>
  revision?: string | null
}

export default defineHandler<SaveDraft>('questionnaire.saveFormDraft', async ({ id, ...input }, context) =>
  saveForm(placeOf(await lockQuestionnaire(id, context)), input, context),
)
