/** The same under another name of the parameter: access and log entry are those of `competition.copyCompetition`. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('competition.copyCompetitionByCid', ({ cid }, { call }) =>
  call<{ id: string }>('competition.copyCompetition', { competitionId: cid }),
)
