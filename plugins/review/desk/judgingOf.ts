/** What waits for a person on the expert's desk. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { shownAssignments } from './ownAssignment.ts'

/** Counting further helps no one. */
const MOST = 1000

export async function judgingOf(userId: string, { db }: Pick<HandlerContext, 'db'>): Promise<{ invitations: number; works: number }> {
  const invited = await db
    .selectFrom('review_expert')
    .select('id')
    .where('userId', '=', userId)
    .where('state', '=', 'invited')
    .limit(MOST)
    .execute()
  const works = await shownAssignments({ db }, userId).select('a.id').limit(MOST).execute()
  return { invitations: invited.length, works: works.length }
}
