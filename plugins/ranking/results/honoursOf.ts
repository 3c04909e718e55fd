/** Awards of a person in published lists: of registrations they made, and of teams they are a member or an instructor of. */
import { sql } from 'kysely'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { ownRegistrations } from './ownRegistrations.ts'

export interface Honour {
  id: string
  listId: string
  competitionId: string
  competition: LocalText
  organisation: LocalText
  level: string | null
  title: LocalText
  event: LocalText | null
  name: string
  part: string
  rank: number | null
  prize: string | null
  prizeName: string | null
  work: string | null
  publishedAt: string | null
}

/** One page of them, the latest first, with how many there are. */
export async function honoursOf(
  userId: string,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
  { db }: HandlerContext,
): Promise<{ list: Honour[]; total: number }> {
  const from = sql`
    FROM ranking_award a
    JOIN ranking_list l ON l.id = a."listId" AND l."publishedVersion" = a.version AND l."removedAt" IS NULL
    JOIN competition_competition c ON c.id = l."competitionId" AND c.published
    JOIN organisation_organisation o ON o.id = c."organisationId"
    LEFT JOIN competition_event e ON e.id = a."eventId"
    LEFT JOIN team_member m ON m."registrationId" = a."registrationId" AND m."userId" = ${userId} AND m.state = 'active'
    WHERE a."registrationId" IN ${ownRegistrations(userId)} AND (a.rank IS NOT NULL OR a.prize IS NOT NULL)`
  const page = await sql<Honour>`
    SELECT a.id::text AS id, l.id::text AS "listId", c.id::text AS "competitionId", c.title AS competition, o.name AS organisation, c.level, l.title,
      e.title AS event, a.name, coalesce(m.role, 'contestant') AS part, a.rank, a.prize, a."prizeName", a.work, l."publishedAt"
    ${from} ORDER BY l."publishedAt" DESC, a.id DESC LIMIT ${pageSize} OFFSET ${(pageNum - 1) * pageSize}`.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total ${from}`.execute(db)
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 }
}
