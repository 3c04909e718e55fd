/** Removes an expert from the panel. Refused while the expert has reviews, which have to be withdrawn first. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { refreshConflicts } from '../conflicts.ts'
import { lockExpert } from './panel.ts'

export default defineHandler('review.removeExpert', async ({ id }, context) => {
  const row = await lockExpert(id, context)
  if (row.state === 'removed') return { id }
  const { count } = await context.db
    .selectFrom('review_assignment')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('competitionId', '=', row.competitionId)
    .where('userId', '=', row.userId)
    .where('state', 'in', ['assigned', 'submitted', 'abstained'])
    .executeTakeFirstOrThrow()
  if (Number(count) > 0) return context.fail('REVIEW_EXPERT_ASSIGNED', { name: row.name, count: Number(count) })
  await context.rows.transition('review.expertLife', 'remove', id)
  await refreshConflicts({ competitionId: row.competitionId, userIds: [row.userId] }, context)
  return { id }
})
