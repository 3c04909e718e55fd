/** Answers of the form `competition.wizard.lists`, saved into the competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type SaveInput, saveAnswers } from './saveAnswers.ts'
import { listsColumns } from './showcase.ts'

export default defineHandler<SaveInput>('competition.saveLists', (input, context) =>
  saveAnswers(input, context, {
    form: 'competition.wizard.lists',

    columns: listsColumns,
  }),
)
