/** Deletes a competition, so that it can be restored for a while. What others rely on (it is public, people have signed up) stays. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeCompetition, lockCompetition } from './competition.ts'

export default defineHandler('competition.remove', async ({ competitionId }, context) => {
  const row = await lockCompetition(context, competitionId)
  if (row.published) return context.fail('COMPETITION_PUBLISHED')
  const { count } = await context.db
    .selectFrom('signup_registration')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('competitionId', '=', row.id)
    .executeTakeFirstOrThrow()
  if (Number(count) > 0) return context.fail('COMPETITION_IN_USE', { count: Number(count) })
  return changeCompetition(context, row, { deletedAt: context.now.toISOString() })
})
