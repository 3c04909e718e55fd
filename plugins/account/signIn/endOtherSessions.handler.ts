import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.endOtherSessions', async (_input, { db, session, people, rows }) => {
  const others = await db
    .selectFrom('account_session')
    .select('id')
    .where('userId', '=', session.userId)
    .where('id', '!=', session.sessionId)
    .where('endedAt', 'is', null)
    .execute()
  await people.sessions.closeAll(session.userId!, session.sessionId ?? undefined)
  await rows.record({ entity: 'account.user', rowId: session.userId!, before: { others: others.length }, after: { others: 0 } })
  return { ended: others.length }
})
