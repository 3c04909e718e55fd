/** Goes back to an earlier version of one of the competition's forms. @throws DOCUMENT_INVALID when the platform has changed so that it no longer fits */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { restoreForm } from '../studio/designedForm.ts'
import { type FormQuestion, ownForm } from './competitionForms.ts'

interface RestoreInput extends FormQuestion {
  revision: number
  note?: string
}

export default defineHandler<RestoreInput>('competition.restoreForm', async ({ competitionId, purpose, ...input }, context) =>
  restoreForm(await ownForm({ competitionId, purpose }, context), input, context),
)
