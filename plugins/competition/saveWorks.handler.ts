/** Answers of the form `competition.wizard.works`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveAnswers } from './saveAnswers.ts'
import { worksAnswers, worksColumns } from './showcase.ts'

export default defineHandler('competition.saveWorks', (input, context) =>
  saveAnswers(input, context, {
    form: 'competition.wizard.works',
    previous: worksAnswers,
    columns: worksColumns,
  }),
)
