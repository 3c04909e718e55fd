/** Windows and milestones of the timeline, saved together: they are checked against each other. A save over a newer revision than the edited one is
 *  refused. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'
import { timeErrors, windowColumns, writeMilestones } from './times.ts'

export default defineHandler('competition.saveTimes', async ({ competitionId, revision, answers: sent }, context) => {
  const row = await lockCompetition(context, competitionId)
  if (revision !== undefined && revision !== row.revision) return context.fail('COMPETITION_CHANGED', { revision: row.revision })
  const answers = (await context.documents.forms.submit({ id: 'competition.wizard.times' }, sent)).answers
  const errors = timeErrors(answers)
  if (errors.length > 0) return context.fail('FORM_INVALID', { errors })
  await writeMilestones(context, row.id, answers.milestones)
  return changeCompetition(context, row, windowColumns(answers))
})
