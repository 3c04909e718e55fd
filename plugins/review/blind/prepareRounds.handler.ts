/** Every hour: copies for blind rounds that are open or open soon, so that no expert waits for them. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { MS_PER_HOUR } from '../../../runtime/core/time.ts'
import { missingCopies } from './missingCopies.ts'

const AHEAD_HOURS = 26
/** Of one job. */
const WORKS = 200

export default defineHandler<'review.prepareRounds', Record<string, never>>('review.prepareRounds', async (_, context) => {
  const { db, now } = context
  const rows = await db
    .selectFrom('review_assignment as a')
    .innerJoin('review_round as r', 'r.id', 'a.roundId')
    .select('a.workId')
    .distinct()
    .where('r.removedAt', 'is', null)
    .where('r.frozenAt', 'is', null)
    .where('r.closesAt', '>', now.toISOString())
    .where('r.opensAt', '<', new Date(now.getTime() + AHEAD_HOURS * MS_PER_HOUR).toISOString())
    .where((where) => where.or([where('r.hideAuthor', '=', true), where('r.hideSchool', '=', true), where('r.hideTeam', '=', true)]))
    .execute()
  const missing = await missingCopies(
    rows.map(({ workId }) => workId),
    context,
  )
  for (let at = 0; at < missing.length; at += WORKS) await context.jobs.enqueue('review.clean', { workIds: missing.slice(at, at + WORKS) })
  return null
})
