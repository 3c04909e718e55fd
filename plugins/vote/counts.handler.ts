/** Votes of works whose results are shown. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { voteCounts } from './voteCounts.ts'

export default defineHandler('vote.counts', async ({ workIds }, context) => {
  const asked = Array.isArray(workIds) ? workIds : workIds.split(',')
  const shown = await context.db
    .selectFrom('work_work as w')
    .innerJoin('vote_setting as v', 'v.competitionId', 'w.competitionId')
    .innerJoin('competition_competition as c', 'c.id', 'w.competitionId')
    .select('w.id')
    .where('w.id', 'in', [...asked])
    .where('w.shown', '=', true)
    .where('w.removedAt', 'is', null)
    .where('c.published', '=', true)
    .where('c.worksPublic', '=', true)
    .where('v.resultsAt', '<=', context.now.toISOString())
    .execute()
  const counted = await voteCounts({ workIds: shown.map(({ id }) => id) }, context)
  return { votes: Object.fromEntries(shown.map(({ id }) => [id, counted.get(id) ?? 0])) }
})
