/** How many signed up for the competitions that are in sign-up, beside their earlier editions on the same day of sign-up. */
import { sql } from 'kysely'
import { type Database, defineHandler } from '../../../runtime/core/contracts.ts'

interface Counted {
  id: string
  submitted: number
  byNow: number
  total: number
}

export default defineHandler('competition.editions', async (_input, { call, db, now }) => {
  const { list } = await call('competition.openSignups', { pageSize: 12 })
  const counted = await countEditions(
    list.map(({ id }) => id),
    now,
    db,
  )
  return {
    list: list.map(({ id, title, organisationId, signupEnd, earlierId, earlierTitle }) => {
      const { submitted = 0, byNow = 0, total = 0 } = counted.get(id) ?? {}
      const compared = earlierId !== null
      return {
        ...{ id, title, organisationId, signupEnd: signupEnd!, submitted, earlierId, earlierTitle: compared ? earlierTitle : null },
        ...{ earlierByNow: compared ? byNow : null, earlierTotal: compared ? total : null },
      }
    }),
    total: list.length,
  }
})

/** An edition is as far as its sign-up has been open: `byNow` counts what the earlier one had after the same time. */
async function countEditions(ids: readonly string[], now: Date, db: Database): Promise<Map<string, Counted>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Counted>`
    SELECT c.id::text AS id, own.submitted, earlier."byNow", earlier.total
    FROM competition_competition c LEFT JOIN competition_competition e ON e.id = c."earlierId"
    CROSS JOIN LATERAL (SELECT count(*)::integer AS submitted FROM signup_registration r
      WHERE r."competitionId" = c.id AND r."submittedAt" IS NOT NULL) AS own
    CROSS JOIN LATERAL (SELECT count(*)::integer AS total,
        (count(*) FILTER (WHERE r."submittedAt" <= ${now.toISOString()}::timestamptz - (c."signupStart" - e."signupStart")))::integer AS "byNow"
      FROM signup_registration r WHERE r."competitionId" = e.id AND r."submittedAt" IS NOT NULL) AS earlier
    WHERE c.id IN (${sql.join(ids)})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
