/** Ends the view as someone else: the session acts with its own rights again. Nothing happens without one. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.endSeeing', async (_input, { db, session, sessions, record }) => {
  if (!session.seeing || session.sessionId === null) return null
  await db.updateTable('account_session').set({ seeing: null }).where('id', '=', session.sessionId).execute()
  sessions.changed(session.seeing.actorId)
  const before = { seeing: { name: session.seeing.name } }
  await record({ entity: 'account.session', rowId: session.sessionId, before, after: { seeing: null } })
  return null
})
