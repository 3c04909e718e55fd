/** Windows and milestones of the timeline, saved together: they are checked against each other. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { saveAnswers } from './saveAnswers.ts'
import { type TimesAnswers, timeErrors, windowColumns, writeMilestones } from './times.ts'

export default defineHandler('competition.saveTimes', (input, context) =>
  saveAnswers<TimesAnswers>(input, context, {
    form: 'competition.wizard.times',
    async columns(answers, row) {
      const errors = timeErrors(answers)
      if (errors.length > 0) return context.fail('FORM_INVALID', { errors })
      await writeMilestones(context, row.id, answers.milestones ?? [])
      return windowColumns(answers)
    },
  }),
)
