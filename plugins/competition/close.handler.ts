/** Stops new sign-ups inside of the window, or takes them again. Outside of the window nothing opens by it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.close', async ({ competitionId, closed }, context) => {
  const row = await lockCompetition(context, competitionId)
  if (row.paused === closed) return { id: row.id, revision: row.revision }
  return changeCompetition(context, row, { paused: closed })
})
