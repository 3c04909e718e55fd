/** Experts to invite, by name, each once; at most 50, or those with given ids. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { accountOption } from '../../account/accounts/accountOption.ts'
import { namedOrContacted } from '../../account/accounts/namedOrContacted.ts'
import { candidates } from './candidates.ts'

const MOST = 50

export default defineHandler('review.candidates', async ({ competitionId, search, ids }, context) => {
  let found = await candidates(competitionId, context)
  if (ids) found = found.where('u.id', 'in', [...ids, '0'])
  if (search?.trim()) found = found.where(namedOrContacted(search, context.platform))
  const rows = await found
    .select(['u.id', 'u.name', 'u.userName'])
    .distinct()
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(ids ? ids.length + 1 : MOST)
    .execute()
  return rows.map((row) => accountOption(row, context.platform))
})
