/** Makes invite codes. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockCompetition } from './competition.ts'
import { randomCode } from './randomCode.ts'

export default defineHandler('competition.addInviteCodes', async ({ competitionId, count, uses, note = null }, context) => {
  const { organisationId } = await lockCompetition(context, competitionId)
  const codes = Array.from({ length: count }, randomCode)
  for (const code of codes) {
    const values = { competitionId, organisationId, code, uses, note }
    await context.rows.create('competition.inviteCode', values)
  }
  return { codes }
})
