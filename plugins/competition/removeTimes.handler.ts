/** Removes one milestone. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.removeTimes', async ({ competitionId, id }, context) => {
  const row = await lockCompetition(context, competitionId)
  const gone = await context.db
    .deleteFrom('competition_milestone')
    .where('id', '=', id)
    .where('competitionId', '=', row.id)
    .returningAll()
    .executeTakeFirst()
  if (!gone) return context.fail('NOT_FOUND', { entity: 'competition.milestone', id })
  await context.record({ entity: 'competition.milestone', rowId: id, before: gone, after: null })
  return changeCompetition(context, row, {})
})
