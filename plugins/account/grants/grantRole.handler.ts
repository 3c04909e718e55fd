/** Gives a role to a person: everywhere, or on one organisation or competition. No one can give permissions that they do not hold there. */

import { type Database, defineHandler, type HandlerInput } from '../../../runtime/core/contracts.ts'
import { normaliseAccount } from '../../../runtime/core/values/normaliseText.ts'
import { findAccount } from '../accounts/findAccount.ts'
import { giveGrant } from './giveGrant.ts'
import { readRole } from './grantRows.ts'
import { codesBeyond, maySetPermission } from './mayGrant.ts'

export default defineHandler('account.grantRole', async (input, context) => {
  const { db, fail } = context
  const scope = input.scope === 'platform' ? null : (input.scope ?? null)
  const objectId = scope === 'organisation' ? input.organisationId : input.competitionId
  const place = scope && objectId ? { scope, objectId } : null
  if (scope && !place) return fail('ROLE_SCOPE')
  if (!(await maySetPermission(place, context))) return fail('PERMISSION_DENIED')
  const [account, role] = [await accountOf(input, db), await readRole(input.role, context)]
  if (!account) return fail('NOT_FOUND', { entity: 'account.user', id: input.userId ?? input.account ?? '' })
  if (!role) return fail('NOT_FOUND', { entity: 'account.role', id: input.role })
  if (place ? !role.scopes.includes(place.scope) : !role.platform) return fail('ROLE_SCOPE')
  if ((await codesBeyond(role.permissions, place, context)).length > 0) return fail('ROLE_BEYOND')
  const values = { userId: account.id, role: role.role, scope: place?.scope ?? null, objectId: place?.objectId ?? null }
  const known = await db
    .selectFrom('account_grant')
    .select('id')
    .where('userId', '=', values.userId)
    .where('role', '=', values.role)
    .where('scope', values.scope === null ? 'is' : '=', values.scope)
    .where('objectId', values.objectId === null ? 'is' : '=', values.objectId)
    .executeTakeFirst()
  if (known) return fail('GRANT_EXISTS')
  return { id: await giveGrant(context, values) }
})

async function accountOf({ userId, account = '' }: HandlerInput<'account.grantRole'>, db: Database): Promise<{ id: string } | null> {
  if (userId === undefined) return findAccount(db, normaliseAccount(account))
  const row = await db.selectFrom('account_user').select('id').where('id', '=', userId).where('state', '!=', 'closed').executeTakeFirst()
  return row ?? null
}
