/** Publishes the draft of the sign-up form. @throws DOCUMENT_INVALID with every mistake and its place */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { publishForm } from '../studio/designedForm.ts'
import { ownForm } from './signupForm.ts'

export default defineHandler<{ competitionId: string; note?: string }>(
  'competition.publishForm',
  async ({ competitionId, note }, context) => publishForm(await ownForm(competitionId, context), note, context),
)
