/** Invalidated votes count again. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeBallots } from './changeBallots.ts'

export default defineHandler('vote.restore', async ({ competitionId, ballotIds, reason }, context) => ({
  changed: await changeBallots({ competitionId, ids: ballotIds, to: 'counted', reason }, context),
}))
