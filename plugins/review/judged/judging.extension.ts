/** Rounds judge works. */
import { defineExtension } from '../../../runtime/core/contracts.ts'
import { begunRounds, pinWork } from './pinWork.ts'

export default defineExtension('work.judging', 'review', {
  pin: pinWork,
  async roundsOf(work, context) {
    const { takes, keeps } = await begunRounds(work, context)
    const pins = await context.db.selectFrom('review_pin').select(['roundId', 'versionId']).where('workId', '=', work.id).execute()
    const pinned = new Map(pins.map(({ roundId, versionId }) => [roundId, versionId]))
    const kept = keeps.filter(({ removedAt }) => removedAt === null)
    return { isTaken: takes.length > 0, rounds: kept.map(({ id, title }) => ({ id, title, versionId: pinned.get(id) })) }
  },
})
