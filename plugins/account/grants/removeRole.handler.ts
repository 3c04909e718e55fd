/** Removes a role made at run time, when no one holds it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { STORED_ROLE } from './grantRows.ts'
import { codesBeyond } from './mayGrant.ts'
import { lockStoredRole, placeOfRole } from './storedRole.ts'

export default defineHandler('account.removeRole', async ({ id }, context) => {
  const { db, rows, fail } = context
  const row = await lockStoredRole(context, id)
  if (!row || (await codesBeyond(['delRole'], placeOfRole(row.organisationId), context)).length > 0)
    return fail('NOT_FOUND', { entity: 'account.role', id })
  const held = await db.selectFrom('account_grant').select('id').where('role', '=', `${STORED_ROLE}${id}`).executeTakeFirst()
  if (held) return fail('ROLE_USED')
  await rows.remove('account.role', { ...row })
  return { id }
})
