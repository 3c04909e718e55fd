/** Adds people to the list of those who may vote, as they were typed. The list never says who has an account, or how that person is called: people who have none
 *  may vote once they have an account with the phone number or address that was typed. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { readAccounts } from '../../runtime/core/typed/readPeople.ts'
import { findAccount } from '../account/accounts/findAccount.ts'

const MAX = 500

export default defineHandler('vote.invite', async ({ competitionId, accounts }, context) => {
  const { db, fail, lock, rows } = context
  const typed = [...new Set(readAccounts(accounts).map(({ account }) => account))]
  if (typed.length > MAX) return fail('VOTE_TOO_MANY', { max: MAX })
  const competition = db.selectFrom('competition_competition').select('organisationId').where('id', '=', competitionId)
  const { organisationId } =
    (await competition.executeTakeFirst()) ?? fail('NOT_FOUND', { entity: 'competition.competition', id: competitionId })
  await lock('voters', competitionId)
  const listed = await db.selectFrom('vote_voter').select('userId').where('competitionId', '=', competitionId).execute()
  const taken = new Set(listed.map(({ userId }) => userId))
  let added = 0
  for (const invitedAs of typed) {
    const found = await findAccount(db, invitedAs)
    // one person may be typed twice, by phone and by email: the second row is as good, and looks the same
    const userId = found?.state === 'active' && !taken.has(found.id) ? found.id : null
    const values = { competitionId, organisationId, userId, invitedAs, name: invitedAs }
    const made = await rows.createMissing('vote.voter', ['competitionId', 'invitedAs'], [values])
    if (made.length > 0 && userId !== null) taken.add(userId)
    added += made.length
  }
  return { added }
})
