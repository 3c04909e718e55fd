/** The voting settings of a competition as its organiser's form shows them. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('vote.settings', async ({ competitionId }, { db }) => {
  const row = await db.selectFrom('vote_setting').selectAll().where('competitionId', '=', competitionId).executeTakeFirst()
  if (!row) return { exists: false, revision: 0, answers: {} }
  const { opensAt, closesAt, who, perPerson, perDay, perEvent, perNetwork, takeBack: mayWithdraw, resultsAt, note } = row
  const facts = { opensAt, closesAt, who, perPerson, perDay, perEvent, perNetwork, takeBack: mayWithdraw, resultsAt, note }
  const answers = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== undefined))
  return { exists: true, revision: row.revision, answers }
})
