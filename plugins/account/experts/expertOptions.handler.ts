/** Experts that may be put into a group: each person once, by name; at most 50, or those with given ids. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { accountOption } from '../accounts/accountOption.ts'
import { namedOrContacted } from '../accounts/namedOrContacted.ts'
import { expertGrants } from './expertGrants.ts'

const MOST = 50

export default defineHandler('account.expertOptions', async ({ search, ids }, context) => {
  let found = expertGrants(context, 'manageExpertGroup').where('u.state', '=', 'active')
  if (ids) found = found.where('u.id', 'in', [...ids, '0'])
  if (search?.trim()) {
    found = found.where(namedOrContacted(search, context.platform))
  }
  const rows = await found
    .select(['u.id', 'u.name', 'u.userName'])
    .distinct()
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(ids ? ids.length + 1 : MOST)
    .execute()
  return rows.map((row) => accountOption(row, context.platform))
})
