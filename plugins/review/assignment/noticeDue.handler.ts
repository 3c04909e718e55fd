/** When experts of a round get the message about new assignments. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { MS_PER_MINUTE } from '../../../runtime/core/time.ts'
import { assertMaySet, readRound } from '../round.ts'

export default defineHandler('review.noticeDue', async ({ roundId }, context) => {
  const { competitionId } = await readRound(roundId, context)
  await assertMaySet(competitionId, context)
  const waiting = await context.db
    .selectFrom('review_assignment')
    .select(['userId', 'createdAt'])
    .where('roundId', '=', roundId)
    .where('state', '=', 'assigned')
    .where('toldAt', 'is', null)
    .execute()
  const { quietMinutes } = context.documents.settings('review.notice')
  const last = Math.max(...waiting.map(({ createdAt }) => Date.parse(String(createdAt))))
  return {
    at: waiting.length === 0 ? null : new Date(last + quietMinutes * MS_PER_MINUTE).toISOString(),
    works: waiting.length,
    experts: new Set(waiting.map(({ userId }) => userId)).size,
  }
})
