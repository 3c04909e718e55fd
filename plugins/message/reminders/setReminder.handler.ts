import { defineHandler } from '../../../runtime/core/contracts.ts'
import { reminderTimers } from './reminderTimers.ts'

export default defineHandler('message.setReminder', async ({ competitionId, timer, on }, { rows, platform, session, fail }) => {
  if (!reminderTimers(platform).some(({ id }) => id === timer)) return fail('NOT_FOUND', { entity: 'timer', id: timer })
  const { organisationId } = await rows.get('competition.competition', competitionId)
  if (on) await rows.removeWhere('message.reminderOff', { competitionId, timer })
  else
    await rows.createMissing(
      'message.reminderOff',
      ['competitionId', 'timer'],
      [{ competitionId, organisationId, timer, userId: session.userId }],
    )
  return { on }
})
