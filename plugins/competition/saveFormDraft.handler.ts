/** Keeps one of the competition's forms as its draft. @throws DOCUMENT_REVISION when somebody else has saved since the revision that was edited */
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { FormDocument } from '../../runtime/core/documents.ts'
import { saveForm } from '../studio/designedForm.ts'
import { type FormQuestion, lockedPlace } from './competitionForms.ts'

interface SaveDraft extends FormQuestion {
  content: Record<string, unknown>
  revision?: string | null
}

export default defineHandler<SaveDraft>('competition.saveFormDraft', async ({ competitionId, purpose, ...input }, context) => {
  const { place, keep, failures } = await lockedPlace({ competitionId, purpose }, context)
  const saved = await saveForm(place, input, context)
  await keep(saved.formId)
  return { ...saved, failures: [...saved.failures, ...failures(input.content as unknown as FormDocument)] }
})
