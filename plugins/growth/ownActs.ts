/** What a person did on the platform, as rows of one statement: registrations that count and works as contestants, awards of published rankings (instructors
 *  have those of their teams), courses that they came to. */
import { type RawBuilder, sql } from 'kysely'
import { ownRegistrations } from '../ranking/results/ownRegistrations.ts'

/** Columns: id, act, at, title, competitionId, type, prize. @param userId  of an account */
export function ownActs(userId: string): RawBuilder<unknown> {
  const competing = sql`(SELECT id FROM signup_registration WHERE "userId" = ${userId}
    UNION SELECT "registrationId" FROM team_member WHERE "userId" = ${userId} AND state = 'active' AND role IN ('captain', 'contestant'))`
  return sql`(
    SELECT 'r' || r.id AS id, 'registered' AS act, r."createdAt" AS at, c.title, c.id AS "competitionId", c.type, NULL::text AS prize
    FROM signup_registration r JOIN competition_competition c ON c.id = r."competitionId"
    WHERE r.id IN ${competing} AND r.status = 4
    UNION ALL
    SELECT 'w' || w.id, 'work', w."createdAt", c.title, c.id, c.type, NULL
    FROM work_work w JOIN competition_competition c ON c.id = w."competitionId"
    WHERE w."registrationId" IN ${competing} AND w.state = 'submitted' AND w."removedAt" IS NULL
    UNION ALL
    SELECT 'a' || a.id, 'award', l."publishedAt", c.title, c.id, c.type, a.prize
    FROM ranking_award a
    JOIN ranking_list l ON l.id = a."listId" AND l."publishedVersion" = a.version AND l."removedAt" IS NULL AND l."publishedAt" IS NOT NULL
    JOIN competition_competition c ON c.id = l."competitionId" AND c.published
    WHERE a."registrationId" IN ${ownRegistrations(userId)} AND a.prize IS NOT NULL
    UNION ALL
    SELECT 'c' || e.id, 'course', e."createdAt", t.title, t."competitionId", NULL, NULL
    FROM training_enrolment e JOIN training_course t ON t.id = e."courseId"
    WHERE e."userId" = ${userId} AND e.state = 'enrolled' AND e.attended > 0)`
}
