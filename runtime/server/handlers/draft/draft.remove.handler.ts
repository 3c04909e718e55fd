import { defineHandler } from '../../../core/contracts.ts'

export default defineHandler('platform.draft.remove', async ({ key }, { db, session }) => {
  await db.deleteFrom('platform_draft').where('ownerId', '=', session.userId).where('key', '=', key).execute()
  return null
})
