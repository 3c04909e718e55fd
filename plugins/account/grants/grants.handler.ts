/** Roles of one person, as far as the asking person may give or take them. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { type GrantView, grantsOf } from './grantRows.ts'
import { maySetPermission } from './mayGrant.ts'

export default defineHandler('account.grants', async ({ userId }, context) => {
  const list: GrantView[] = []
  for (const grant of await grantsOf(userId, context)) {
    const place = grant.scope && grant.objectId ? { scope: grant.scope, objectId: grant.objectId } : null
    if (await maySetPermission(place, context)) list.push(grant)
  }
  return { list, total: list.length, pageNum: 1, pageSize: 100 }
})
