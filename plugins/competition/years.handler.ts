/** Years in which published public competitions begin, the latest first, as options of a filter. Years begin in the platform's time zone. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('competition.years', async (_input, { db, platform }) => {
  const rows = await db
    .selectFrom('competition_competition')
    .select(sql<number>`extract(year from "competitionStart" at time zone ${platform.app.timeZone})::integer`.as('year'))
    .distinct()
    .where('published', '=', true)
    .where('visibility', '=', 'public')
    .where('competitionStart', 'is not', null)
    .execute()
  return rows
    .map(({ year }) => year)
    .sort((one, other) => other - one)
    .map((year) => ({ value: year, label: String(year) }))
})
