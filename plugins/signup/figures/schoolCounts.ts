/** Submitted registrations of a competition by the school that they name, with the province of the schools that the platform knows. The most frequent first. */
import { sql } from 'kysely'
import type { Database } from '../../../runtime/core/contracts.ts'

export interface SchoolCount {
  school: string
  /** Code of a province; null for a school that is not in the directory. */
  region: string | null
  submitted: number
  approved: number
}

export async function schoolCounts(competitionId: string, db: Database): Promise<SchoolCount[]> {
  const { rows } = await sql<SchoolCount>`
    SELECT named.school, (SELECT left(s.region, 2) FROM organisation_school s
        WHERE s.name ->> 'zh' = named.school OR s.name ->> 'en' = named.school ORDER BY s.id LIMIT 1) AS region,
      named.submitted, named.approved
    FROM (SELECT trim(school) AS school, count(*)::integer AS submitted, count(*) FILTER (WHERE status = 4)::integer AS approved
      FROM signup_registration WHERE "competitionId" = ${competitionId} AND "submittedAt" IS NOT NULL AND trim(coalesce(school, '')) <> ''
      GROUP BY 1) AS named
    ORDER BY named.submitted DESC, named.school`.execute(db)
  return rows
}
