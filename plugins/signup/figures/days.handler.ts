/** Visits, submitted and approved registrations by day, by the clock of the platform. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { listed } from './listed.ts'

const MAX_DAYS = 400

export default defineHandler('signup.days', async ({ competitionId, ...page }, { db, platform }) => {
  const zone = platform.app.timeZone
  const { rows } = await sql<{ day: string; visits: number; submitted: number; approved: number }>`
    SELECT day::text AS day, sum(visits)::integer AS visits, sum(submitted)::integer AS submitted, sum(approved)::integer AS approved FROM (
      SELECT day, count AS visits, 0 AS submitted, 0 AS approved FROM competition_visit WHERE "competitionId" = ${competitionId}
      UNION ALL
      SELECT ("submittedAt" AT TIME ZONE ${zone})::date, 0, 1, 0 FROM signup_registration
        WHERE "competitionId" = ${competitionId} AND "submittedAt" IS NOT NULL
      UNION ALL
      SELECT ("reviewedAt" AT TIME ZONE ${zone})::date, 0, 0, 1 FROM signup_registration
        WHERE "competitionId" = ${competitionId} AND status = 4 AND "reviewedAt" IS NOT NULL) AS each
    GROUP BY 1 ORDER BY 1 DESC LIMIT ${MAX_DAYS}`.execute(db)
  return listed(rows.toReversed(), page)
})
