/** Answers of the form `competition.wizard.intro`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { introAnswers, introColumns } from './infoForm.ts'
import { saveAnswers } from './saveAnswers.ts'

export default defineHandler('competition.saveIntro', (input, context) =>
  saveAnswers(input, context, { form: 'competition.wizard.intro', previous: introAnswers, columns: introColumns }),
)
