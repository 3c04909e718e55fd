/** Registrations by the school or organisation that they name. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { listed } from './listed.ts'
import { schoolCounts } from './schoolCounts.ts'

const MAX_SCHOOLS = 200

export default defineHandler('signup.schools', async ({ competitionId, ...page }, { db }) => {
  const all = await schoolCounts(competitionId, db)
  return listed(
    all.slice(0, MAX_SCHOOLS).map(({ school, submitted, approved }) => ({ school, submitted, approved })),
    page,
  )
})
