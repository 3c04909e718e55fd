/** Revokes a role, with effect from the next request. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { assertNotLast, PLATFORM_ADMIN } from './assertNotLast.ts'
import { maySetPermission } from './mayGrant.ts'

export default defineHandler('account.revokeRole', async ({ id }, context) => {
  const { db, people, rows, fail } = context
  const row = await db.selectFrom('account_grant').select(['userId', 'role', 'scope', 'objectId']).where('id', '=', id).executeTakeFirst()
  const place = row?.scope ? { scope: row.scope as string, objectId: String(row.objectId) } : null
  // what is out of reach counts as missing
  if (!row || !(await maySetPermission(place, context))) return fail('NOT_FOUND', { entity: 'account.grant', id })
  const userId = row.userId
  if (row.role === PLATFORM_ADMIN && place === null) await assertNotLast(userId, context)
  await rows.remove('account.grant', { id, ...row })
  people.sessions.changed(userId)
  return { id }
})
