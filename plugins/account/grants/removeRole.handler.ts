/** Removes a role made at run time, when no one holds it. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { STORED_ROLE } from './grantRows.ts'
import { codesBeyond } from './mayGrant.ts'
import { lockStoredRole, placeOfRole } from './storedRole.ts'

export default defineHandler('account.removeRole', async ({ id }, context) => {
  const { db, record, fail } = context
  const row = await lockStoredRole(context, id)
  if (!row || (await codesBeyond(['delRole'], placeOfRole(row.organisationId), context)).length > 0)
    return fail('NOT_FOUND', { entity: 'account.role', id })
  const held = await db.selectFrom('account_grant').select('id').where('role', '=', `${STORED_ROLE}${id}`).executeTakeFirst()
  if (held) return fail('ROLE_USED')
  await db.deleteFrom('account_role').where('id', '=', id).execute()
  await record({ entity: 'account.role', rowId: id, before: row, after: null })
  return { id }
})
