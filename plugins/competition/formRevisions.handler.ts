/** Versions of the sign-up form; none before the first is saved. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { formVersions } from '../studio/designedForm.ts'
import { readCompetition } from './competition.ts'

export default defineHandler<{ competitionId: string }>('competition.formRevisions', async ({ competitionId }, context) =>
  formVersions((await readCompetition(context, competitionId)).formId, context),
)
