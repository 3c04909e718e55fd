/** Makes invite codes. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockCompetition } from './competition.ts'
import { eventFacts } from './competitionFacts.ts'
import { randomCode } from './randomCode.ts'

export default defineHandler(
  'competition.addInviteCodes',
  async ({ competitionId, count, uses, note = null, eventId = null, expiresAt = null }, context) => {
    const { organisationId } = await lockCompetition(context, competitionId)
    if (eventId !== null && !(await eventFacts(competitionId, eventId, context))) context.fail('EVENT_UNKNOWN')
    const codes = Array.from({ length: count }, randomCode)
    for (const code of codes) {
      const values = { competitionId, organisationId, code, uses, note, eventId, expiresAt }
      await context.rows.create('competition.inviteCode', values)
    }
    return { codes }
  },
)
