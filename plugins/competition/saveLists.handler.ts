/** Answers of the form `competition.wizard.lists`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveAnswers } from './saveAnswers.ts'
import { listsColumns } from './showcase.ts'

export default defineHandler('competition.saveLists', (input, context) =>
  saveAnswers(input, context, {
    form: 'competition.wizard.lists',

    columns: listsColumns,
  }),
)
