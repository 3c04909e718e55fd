/** Goes back to an earlier version of the questions. @throws DOCUMENT_INVALID when the platform has changed so that it no longer fits */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { restoreForm } from '../studio/designedForm.ts'
import { ownForm } from './questionnaire.ts'

export default defineHandler<{ id: string; revision: number; note?: string }>(
  'questionnaire.restoreForm',
  async ({ id, ...input }, context) => restoreForm(await ownForm(id, context), input, context),
)
