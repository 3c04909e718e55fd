/** Counts a visit of a published competition: a number by day and source, nothing of the visitor. Words of links are bounded, so that no one fills the table. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { platformDay } from '../../runtime/core/values/platformZone.ts'

/** Different words of links that are kept for one competition and day; further ones count without their word. */
const MAX_TAGS = 20

export default defineHandler('competition.visited', async ({ competitionId, arrival, tag = '' }, context) => {
  const { db, now, platform, rows } = context
  const known = await db
    .selectFrom('competition_competition')
    .select('id')
    .where('id', '=', competitionId)
    .where('published', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  const kinds = platform.get('enum', 'competition.arrival').values.map(({ code }) => code)
  if (!known || !kinds.includes(arrival)) return null
  const day = platformDay(now)
  await rows.bulk('competition.visit', 'counts of visits have no entries', (bulk) =>
    sql`INSERT INTO competition_visit ("competitionId", day, arrival, tag, count)
      SELECT ${competitionId}, ${day}::date, ${arrival}, CASE WHEN ${tag} = '' OR EXISTS (
          SELECT FROM competition_visit WHERE "competitionId" = ${competitionId} AND day = ${day}::date AND tag = ${tag})
        OR (SELECT count(DISTINCT tag) FROM competition_visit WHERE "competitionId" = ${competitionId} AND day = ${day}::date AND tag <> '') < ${MAX_TAGS}
        THEN ${tag}::text ELSE '' END, 1
      ON CONFLICT ("competitionId", day, arrival, tag) DO UPDATE SET count = competition_visit.count + 1`.execute(bulk),
  )
  return null
})
