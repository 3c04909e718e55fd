import { defineHandler } from '../../../runtime/core/contracts.ts'
import { shownAssignments } from './ownAssignment.ts'

/** Counting further helps no one. */
const MOST = 1000

export default defineHandler('review.mine', async (_, context) => {
  const userId = context.session.userId!
  const invited = await context.db
    .selectFrom('review_expert')
    .select('id')
    .where('userId', '=', userId)
    .where('state', '=', 'invited')
    .limit(MOST)
    .execute()
  const works = await shownAssignments(context, userId).select('a.id').limit(MOST).execute()
  return { invitations: invited.length, works: works.length }
})
