import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('account.endSession', async ({ id }, { db, session, people, rows, fail }) => {
  const row = await db
    .selectFrom('account_session')
    .select('id')
    .where('id', '=', id)
    .where('userId', '=', session.userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'account.session', id })
  await people.sessions.close(id)
  await rows.record({ entity: 'account.user', rowId: session.userId!, before: { session: id }, after: { session: null } })
  return null
})
