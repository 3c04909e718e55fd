/** Adds accounts to the list of those who may vote. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { readAccounts } from '../../runtime/core/typed/readPeople.ts'

const MOST = 500

export default defineHandler('vote.invite', async ({ competitionId, accounts }, context) => {
  const { db, fail } = context
  const typed = readAccounts(accounts).map(({ account }) => account)
  if (typed.length > MOST) return fail('VOTE_TOO_MANY', { max: MOST })
  const competition = db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId)
  const { organisationId } =
    (await competition.executeTakeFirst()) ?? fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  const found = await db
    .selectFrom('account_user')
    .select(['id', 'name', 'userName', 'phone', 'email'])
    .where((eb) => eb.or([eb('userName', 'in', typed), eb('phone', 'in', typed), eb('email', 'in', typed)]))
    .where('state', '=', 'active')
    .execute()
  const known = new Set(found.flatMap(({ userName, phone, email }) => [userName, phone, email]))
  let added = 0
  for (const { id: userId, name, userName } of found) {
    const values = { competitionId, organisationId, userId, name: name ?? userName ?? '' }
    added += (await context.rows.createMissing('vote.voter', ['competitionId', 'userId'], [values])).length
  }
  return { added, unknown: typed.filter((name) => !known.has(name)) }
})
