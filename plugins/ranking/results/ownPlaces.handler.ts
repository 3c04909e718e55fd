/** The person's own lines in the published lists of a competition, in what everybody may read anyway. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { ownRegistrations } from './ownRegistrations.ts'

interface OwnPlace {
  id: string
  listId: string
  title: LocalText
  name: string
  rank: number | null
  prize: string | null
  prizeName: string | null
}
const MOST = 50

export default defineHandler('ranking.ownPlaces', async ({ competitionId }, { db, session }) => {
  if (session.userId === null) return { list: [], total: 0 }
  const { rows } = await sql<OwnPlace>`
    SELECT a.id::text AS id, l.id::text AS "listId", l.title, a.name, a.rank, a.prize, a."prizeName" FROM ranking_award a
    JOIN ranking_list l ON l.id = a."listId" AND l."publishedVersion" = a.version AND l."removedAt" IS NULL
    JOIN competition_competition c ON c.id = l."competitionId" AND c.published
    WHERE l."competitionId" = ${competitionId} AND a."registrationId" IN ${ownRegistrations(session.userId)}
    ORDER BY l.position, l.id, a.position, a.id LIMIT ${MOST}`.execute(db)
  return { list: rows, total: rows.length }
})
