import { defineHandler } from '../../../runtime/core/contracts.ts'
import { byName } from '../../../runtime/core/typed/byName.ts'
import { reviewersOf } from './reviewersOf.ts'

export default defineHandler('signup.reviewers', async ({ competitionId }, context) => {
  const { organisationId } = await context.rows.get('competition.competition', competitionId)
  const ids = await reviewersOf({ competitionId, organisationId }, context)
  if (ids.length === 0) return []
  return context.db.selectFrom('account_user').select(['id', 'name']).where('id', 'in', ids).orderBy('name', byName).execute()
})
