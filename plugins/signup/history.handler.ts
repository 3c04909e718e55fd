/** What happened to a registration, for its person: one entry for each act that changed its state or its answers. What organisers note for themselves is not
 *  theirs to read. */
import { sql } from 'kysely'
import { defineHandler } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

const MAX = 50
const SHOWN = ['status', 'answers', 'submittedAt']

export default defineHandler('signup.history', async ({ id }, context) => {
  await context.call('signup.own', { id })
  const { rows } = await sql<{ at: Date; title: LocalText; own: boolean }>`
    select at, title, own from (
      select distinct on (coalesce(l."requestId", l."id"::text)) l."id", l."createdAt" as at, l."title", l."actorId" = ${context.session.userId} as own
      from platform_log l
      where l."entity" = 'signup.registration' and l."rowId" = ${id} and l."title" is not null
        and exists (select from unnest(${SHOWN}::text[]) f where l."before" -> f is distinct from l."after" -> f)
      order by coalesce(l."requestId", l."id"::text), l."id"
    ) acts order by "id" desc limit ${MAX}`.execute(context.db)
  return { list: rows.map(({ at, title, own }) => ({ at: new Date(at).toISOString(), title, own: own === true })) }
})
