/** Goes back to an earlier version of the sign-up form. @throws DOCUMENT_INVALID when the platform has changed so that it no longer fits */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { restoreForm } from '../studio/designedForm.ts'
import { ownForm } from './signupForm.ts'

interface RestoreInput {
  competitionId: string
  revision: number
  note?: string
}

export default defineHandler<RestoreInput>('competition.restoreForm', async ({ competitionId, ...input }, context) =>
  restoreForm(await ownForm(competitionId, context), input, context),
)
