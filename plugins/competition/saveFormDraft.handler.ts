/** Keeps the sign-up form as its draft. @throws DOCUMENT_REVISION when somebody else has saved since the revision that was edited */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveForm } from '../studio/designedForm.ts'
import { changeCompetition, lockCompetition } from './competition.ts'
import { placeOf } from './signupForm.ts'

interface SaveDraft {
  competitionId: string
  content: Record<string, unknown>
  revision?: string | null
}

export default defineHandler<SaveDraft>('competition.saveFormDraft', async ({ competitionId, ...input }, context) => {
  const row = await lockCompetition(context, competitionId)
  const saved = await saveForm(placeOf(row), input, context)
  if (row.formId === null) await changeCompetition(context, row, { formId: saved.formId })
  return saved
})
