/** Every hour: adds what is not folded yet to the tallies, and looks for anomalies where voting is open or closed within the last day. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { findAnomalies } from './findAnomalies.ts'

const DAY_MS = 86_400_000

export default defineHandler('vote.hourly', async (_input, context) => {
  await context.jobs.enqueue('vote.fold', {})
  const { now, db } = context
  const rows = await db
    .selectFrom('vote_setting')
    .select('competitionId')
    .where('opensAt', '<=', now.toISOString())
    .where('closesAt', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .orderBy('competitionId')
    .execute()
  let found = 0
  for (const { competitionId } of rows) {
    await context.lock('voteScan', competitionId)
    found += await findAnomalies(competitionId, context)
  }
  return { found }
})
