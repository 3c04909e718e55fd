/** Answers of the form `competition.wizard.signup`, saved into the competition. Places already taken stay within the new limit, or it is refused. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveAnswers } from './saveAnswers.ts'
import { signupColumns } from './settingForms.ts'

export default defineHandler('competition.saveSignup', (input, context) =>
  saveAnswers(input, context, {
    form: 'competition.wizard.signup',
    context: { competitionId: input.competitionId },
    columns: signupColumns,
  }),
)
