/** Who sees a competition and may sign up. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type Competition, changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler<{ competitionId: string; visibility: Competition['visibility'] }>(
  'competition.setVisibility',
  async ({ competitionId, visibility }, context) =>
    changeCompetition(context, await lockCompetition(context, competitionId), { visibility }),
)
