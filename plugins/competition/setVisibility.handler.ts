/** Who sees a competition and may sign up. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.setVisibility', async ({ competitionId, visibility }, context) =>
  changeCompetition(context, await lockCompetition(context, competitionId), { visibility }),
)
