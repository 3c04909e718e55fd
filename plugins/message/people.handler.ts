/** Accounts that the person may send to, by name or username: at most 50, or those with given ids. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { reachablePeople } from './receivers.ts'

const MOST = 50

export default defineHandler('message.people', async ({ search, ids }, context) => {
  let query = (await reachablePeople(context)).select(['u.id', 'u.name', 'u.userName'])
  if (ids) query = query.where('u.id', 'in', ids.length > 0 ? ids : ['0'])
  if (search) query = query.where(({ eb, or }) => or([eb('u.name', 'ilike', `%${search}%`), eb('u.userName', 'ilike', `%${search}%`)]))
  const rows = await query
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(ids ? Math.max(ids.length, 1) : MOST)
    .execute()
  return rows.map(({ id, name, userName }) => ({ id: String(id), name: `${name}（${userName}）` }))
})
