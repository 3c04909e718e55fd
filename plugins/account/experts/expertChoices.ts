import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { byName } from '../../../runtime/core/typed/byName.ts'
import { accountOption } from '../accounts/accountOption.ts'
import { namedOrContacted } from '../accounts/namedOrContacted.ts'
import type { expertGrants } from './expertGrants.ts'

const MAX = 50

/** Persons of grants as choices, each once, by name: those that the words find, at most 50, or those with given ids. */
export async function expertChoices(
  grants: ReturnType<typeof expertGrants>,
  { search, ids }: { search?: string | undefined; ids?: readonly string[] | undefined },
  { platform }: Pick<HandlerContext, 'platform'>,
) {
  let found = grants
  if (ids) found = found.where('u.id', 'in', [...ids, '0'])
  if (search?.trim()) found = found.where(namedOrContacted(search, platform))
  const rows = await found
    .select(['u.id', 'u.name', 'u.userName'])
    .groupBy(['u.id', 'u.name', 'u.userName'])
    .orderBy('u.name', byName)
    .orderBy('u.id')
    .limit(ids ? ids.length + 1 : MAX)
    .execute()
  return rows.map((row) => accountOption(row, platform))
}
