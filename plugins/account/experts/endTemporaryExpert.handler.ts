/** Ends a temporary expert's account now: its links, its sessions, its sign-in. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { findTemporaryExpert } from './temporaryExpert.ts'

export default defineHandler('account.endTemporaryExpert', async ({ userId }, context) => {
  const { db, now, sessions, record } = context
  const { end } = await findTemporaryExpert(context, userId)
  if (end <= now) return null
  await db.updateTable('account_user').set({ expiresAt: now.toISOString() }).where('id', '=', userId).execute()
  await db.deleteFrom('account_ticket').where('userId', '=', userId).execute()
  await sessions.closeAll(userId)
  sessions.changed(userId)
  await record({
    entity: 'account.user',
    rowId: userId,
    before: { expiresAt: end.toISOString() },
    after: { expiresAt: now.toISOString() },
  })
  return null
})
