/** A reader reports a public work, for the organiser to look at. */
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('work.report', async ({ workId, reason }, { rows, session, now }) => {
  const { competitionId, organisationId } = await rows.get('work.work', workId)
  const userId = session.userId!
  await rows.create('work.report', { workId, competitionId, organisationId, userId, reason, reportedAt: now.toISOString() })
  return null
})
