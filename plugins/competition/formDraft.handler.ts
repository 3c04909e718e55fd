/** The sign-up form that is being designed: the draft, else what is published, else what a new one begins as. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { describeForm } from '../studio/designedForm.ts'
import { readCompetition } from './competition.ts'
import { placeOf, STARTER } from './signupForm.ts'

export default defineHandler<{ competitionId: string }>('competition.formDraft', async ({ competitionId }, context) =>
  describeForm(placeOf(await readCompetition(context, competitionId)), STARTER, context),
)
