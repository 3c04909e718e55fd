/** Makes invite codes. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockCompetition } from './competition.ts'
import { randomCode } from './randomCode.ts'

export default defineHandler('competition.addInviteCodes', async ({ competitionId, count, uses, note = null }, context) => {
  const { organisationId } = await lockCompetition(context, competitionId)
  const codes = Array.from({ length: count }, randomCode)
  for (const code of codes) {
    const values = { competitionId, organisationId, code, uses, note }
    const { id } = await context.db.insertInto('competition_inviteCode').values(values).returning('id').executeTakeFirstOrThrow()
    await context.record({ entity: 'competition.inviteCode', rowId: id, before: null, after: values })
  }
  return { codes }
})
