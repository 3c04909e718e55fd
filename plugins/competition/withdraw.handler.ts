/** Takes a competition out of sight. Registrations and everything written stay. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.withdraw', async ({ competitionId }, context) => {
  const row = await lockCompetition(context, competitionId)
  if (!row.published) return { id: row.id, revision: row.revision }
  return changeCompetition(context, row, { published: false })
})
