/** Answers of the form `competition.wizard.intro`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { introAnswers, introColumns } from './infoForm.ts'
import { type SaveInput, saveAnswers } from './saveAnswers.ts'

export default defineHandler<SaveInput>('competition.saveIntro', (input, context) =>
  saveAnswers(input, context, { form: 'competition.wizard.intro', previous: introAnswers, columns: introColumns }),
)
