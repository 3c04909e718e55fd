/** Makes a report to fill in for each competition that a call asks, and that has none: competitions of the organisation and those below it that end in the
 *  year of the call. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { roundOf } from './report.ts'

/** @returns how many are new */
export async function askCompetitions(planId: string, { db, rows, platform }: HandlerContext): Promise<number> {
  const { organisationId, year } = await rows.get('summary.plan', planId)
  const zone = sql.lit(platform.app.timeZone)
  const { rows: asked } = await sql<{ id: string; organisationId: string }>`
    WITH RECURSIVE below AS (
      SELECT ${organisationId}::bigint AS "id" UNION SELECT o."id" FROM organisation_organisation o JOIN below ON o."superiorId" = below."id")
    SELECT c."id"::text AS "id", c."organisationId"::text AS "organisationId" FROM competition_competition c JOIN below ON below."id" = c."organisationId"
    WHERE c."published" AND c."deletedAt" IS NULL AND extract(year FROM c."competitionEnd" AT TIME ZONE ${zone}) = ${year} ORDER BY c."id"`.execute(
    db,
  )
  const round = roundOf(planId)
  const reports = asked.map(({ id, organisationId: organiser }) => ({
    ...{ planId, competitionId: id, organisationId: organiser, round, year },
    kind: 'yearly' as const,
    state: 'open' as const,
  }))
  return (await rows.createMissing('summary.report', ['competitionId', 'round'], reports)).length
}
