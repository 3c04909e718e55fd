/** Answers of the form `competition.wizard.org`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { orgAnswers, orgColumns } from './infoForm.ts'
import { saveAnswers } from './saveAnswers.ts'

export default defineHandler('competition.saveOrg', (input, context) =>
  saveAnswers(input, context, { form: 'competition.wizard.org', previous: orgAnswers, columns: orgColumns }),
)
