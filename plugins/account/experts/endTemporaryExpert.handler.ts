/** Ends a temporary expert's account now: its links, its sessions, its sign-in. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { findTemporaryExpert } from './temporaryExpert.ts'

export default defineHandler('account.endTemporaryExpert', async ({ userId }, context) => {
  const { rows, now, people } = context
  const { end } = await findTemporaryExpert(context, userId)
  if (end <= now) return null
  await rows.save('account.user', { id: userId }, { expiresAt: now.toISOString() })
  await rows.removeWhere('account.ticket', { userId })
  await people.sessions.closeAll(userId)
  people.sessions.changed(userId)
  return null
})
