/** Ends the view as someone else: the session acts with its own rights again. Nothing happens without one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.endSeeing', async (_input, { session, people, rows }) => {
  if (!session.seeing || session.sessionId === null) return null
  const before = { id: session.sessionId, seeing: { name: session.seeing.name } }
  await rows.save('account.session', before, { seeing: null })
  people.sessions.changed(session.seeing.actorId)
  return null
})
