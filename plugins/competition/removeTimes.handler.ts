/** Removes one milestone. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.removeTimes', async ({ competitionId, id }, context) => {
  const row = await lockCompetition(context, competitionId)
  const milestone = await context.db
    .selectFrom('competition_milestone')
    .selectAll()
    .where('id', '=', id)
    .where('competitionId', '=', row.id)
    .executeTakeFirst()
  if (!milestone) return context.fail('NOT_FOUND', { entity: 'competition.milestone', id })
  await context.rows.remove('competition.milestone', milestone)
  return changeCompetition(context, row, {})
})
