/** Ends a temporary expert's account now: its links, its sessions, its sign-in. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { findTemporaryExpert } from './temporaryExpert.ts'

export default defineHandler('account.endTemporaryExpert', async ({ userId }, context) => {
  const { db, now, sessions, change } = context
  const { end } = await findTemporaryExpert(context, userId)
  if (end <= now) return null
  const before = { id: userId, expiresAt: end.toISOString() }
  await change('account.user', before, { expiresAt: now.toISOString() })
  await db.deleteFrom('account_ticket').where('userId', '=', userId).execute()
  await sessions.closeAll(userId)
  sessions.changed(userId)
  return null
})
