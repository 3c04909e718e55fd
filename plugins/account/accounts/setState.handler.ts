/** Disables an account, which ends its sessions immediately, or enables it again. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertNotLast } from '../grants/assertNotLast.ts'

export default defineHandler('account.setState', async ({ id, state, reason }, context) => {
  const { db, session, people, rows, fail } = context
  if (id === session.userId) return fail('OWN_ACCOUNT')
  const row = await db
    .selectFrom('account_user')
    .select(['id', 'state'])
    .where('id', '=', id)
    .where('state', '!=', 'closed')
    .executeTakeFirst()
  if (!row) return fail('NOT_FOUND', { entity: 'account.user', id })
  if (state !== 'active') await assertNotLast(id, context)
  if (state !== row.state) await rows.transition('account.life', state === 'active' ? 'enable' : 'disable', id, reason ? { reason } : {})
  if (state !== 'active') await people.sessions.closeAll(id)
  people.sessions.changed(id)
  return { id, state }
})
