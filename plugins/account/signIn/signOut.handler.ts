/** Ends the session of the token. Does nothing without one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.signOut', async (_input, { session, sessions, record }) => {
  if (session.sessionId === null || session.userId === null) return null
  await sessions.close(session.sessionId)
  await record({ entity: 'account.user', rowId: session.userId, before: { signedIn: true }, after: { signedIn: false } })
  return null
})
