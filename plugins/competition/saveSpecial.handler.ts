/** Answers of the form `competition.wizard.special`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type SaveInput, saveAnswers } from './saveAnswers.ts'
import { specialColumns } from './settingForms.ts'

export default defineHandler<SaveInput>('competition.saveSpecial', (input, context) =>
  saveAnswers(input, context, { form: 'competition.wizard.special', columns: specialColumns }),
)
