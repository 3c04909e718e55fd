/** Votes that do not count any more, or count again, with the reason: chosen ones, or all that a flag is about. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { changeBallots } from './changeBallots.ts'
import { flaggedBallots } from './flaggedBallots.ts'

export default defineHandler('vote.decide', async ({ competitionId, ballotIds = [], flagId, reason, to }, context) => {
  const flagged = flagId === undefined ? [] : await takeFlag(competitionId, flagId, reason, context)
  const ids = [...new Set([...ballotIds, ...flagged])]
  return { changed: await changeBallots({ competitionId, ids, to, reason }, context) }
})

/** @throws NOT_FOUND */
async function takeFlag(competitionId: string, id: string, reason: string, context: HandlerContext): Promise<string[]> {
  const rows = context.db.selectFrom('vote_flag').selectAll().where('competitionId', '=', competitionId).where('id', '=', id)
  const flag = (await rows.executeTakeFirst()) ?? context.fail('NOT_FOUND', { entity: 'vote.flag', id })
  await context.rows.transitionWhere('vote.flagLife', 'act', { id }, { note: reason }, { reason })
  return flaggedBallots(flag, context)
}
