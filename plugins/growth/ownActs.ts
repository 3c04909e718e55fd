/** What a person did on the platform, as rows of one statement: registrations that count and works as contestants, awards of published rankings (instructors
 *  have those of their teams), and what other areas add. */
import { type RawBuilder, sql } from 'kysely'
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { ownRegistrations } from '../ranking/results/ownRegistrations.ts'

/** The select of further acts of a person, with the columns of `ownActs`; ids begin with a letter of their own. */
type Acts = (userId: string) => RawBuilder<unknown>

declare module '../../runtime/core/contracts.ts' {
  interface ExtensionPoints {
    'growth.acts': Acts
  }
}

/** Columns: id, act, at, title, competitionId, type, prize. @param userId  of an account */
export function ownActs(userId: string, { extensions }: Pick<HandlerContext, 'extensions'>): RawBuilder<unknown> {
  const others = [...extensions('growth.acts').values()].map((acts) => sql` UNION ALL ${acts(userId)}`)
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
    WHERE a."registrationId" IN ${ownRegistrations(userId)} AND a.prize IS NOT NULL${others.length > 0 ? sql.join(others, sql``) : sql``})`
}
