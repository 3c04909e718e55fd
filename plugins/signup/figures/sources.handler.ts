/** Visits by where they came from; marked links by their word. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { enumLabel } from '../../../runtime/core/enumLabels.ts'
import { listed } from './listed.ts'

const MAX_SOURCES = 200

export default defineHandler('signup.sources', async ({ competitionId, ...page }, context) => {
  const { rows } = await sql<{ arrival: string; tag: string; visits: number }>`
    SELECT arrival, tag, sum(count)::integer AS visits FROM competition_visit WHERE "competitionId" = ${competitionId}
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${MAX_SOURCES}`.execute(context.db)
  const all = rows.map(({ arrival, tag, visits }) => ({
    source: tag === '' ? arrival : `${arrival}:${tag}`,
    label: tag === '' ? enumLabel('competition.arrival', arrival, context.platform) : { zh: tag, en: tag },
    visits,
  }))
  return listed(all, page)
})
