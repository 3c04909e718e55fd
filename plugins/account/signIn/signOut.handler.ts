/** Ends the session of the token. Does nothing without one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.signOut', async (_input, { session, people, rows }) => {
  if (session.sessionId === null || session.userId === null) return null
  await people.sessions.close(session.sessionId)
  await rows.record({ entity: 'account.user', rowId: session.userId, before: { signedIn: true }, after: { signedIn: false } })
  return null
})
