/** Answers of the form `competition.wizard.info`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { infoAnswers, infoColumns } from './infoForm.ts'
import { saveAnswers } from './saveAnswers.ts'

export default defineHandler('competition.saveInfo', (input, context) =>
  saveAnswers(input, context, { form: 'competition.wizard.info', previous: infoAnswers, columns: infoColumns }),
)
