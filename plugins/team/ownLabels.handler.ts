/** The person's own labels. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { knownLabels } from './allLabels.ts'

export default defineHandler('team.ownLabels', async (_, context) => {
  const { db, session } = context
  const row = await db.selectFrom('profile_profile').select('labels').where('userId', '=', session.userId).executeTakeFirst()
  return { list: knownLabels((row?.labels ?? []) as string[], context) }
})
