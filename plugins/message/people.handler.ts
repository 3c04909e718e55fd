/** Accounts that the person may send to, by name or username: at most 50, or those with given ids. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { byName } from '../../runtime/core/typed/byName.ts'
import { accountOption } from '../account/accounts/accountOption.ts'
import { namedOrContacted } from '../account/accounts/namedOrContacted.ts'
import { reachablePeople } from './receivers.ts'

const MAX = 50

export default defineHandler('message.people', async ({ search, ids }, context) => {
  let query = (await reachablePeople(context)).select(['u.id', 'u.name', 'u.userName'])
  if (ids) query = query.where('u.id', 'in', ids.length > 0 ? ids : ['0'])
  if (search?.trim()) query = query.where(namedOrContacted(search, context.platform))
  const rows = await query
    .orderBy('u.name', byName)
    .orderBy('u.id')
    .limit(ids ? Math.max(ids.length, 1) : MAX)
    .execute()
  return rows.map((row) => accountOption(row, context.platform))
})
