/** Answers of the form `competition.wizard.special`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveAnswers } from './saveAnswers.ts'
import { specialColumns } from './settingForms.ts'

export default defineHandler('competition.saveSpecial', (input, context) =>
  saveAnswers(input, context, { form: 'competition.wizard.special', columns: specialColumns }),
)
