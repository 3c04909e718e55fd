/** Every minute: events with a free place for which somebody waits, however it became free: a limit was raised, a pause has ended, a job was lost. */
import { sql } from 'kysely'
import { defineHandler } from '../../../runtime/core/contracts.ts'

export default defineHandler('signup.waitingCare', async (_input, { db, jobs }) => {
  const { rows } = await sql<{ id: string }>`
    select e."id"::text as "id" from competition_event e join competition_competition c on c."id" = e."competitionId"
    where e."id" in (select distinct w."eventId" from signup_waiting w where w."status" = 'waiting')
      and (e."capacity" is null or e."taken" < e."capacity") and (c."capacity" is null or c."taken" < c."capacity")`.execute(db)
  for (const { id } of rows) await jobs.enqueue('signup.offerPlaces', { eventId: id })
  return { events: rows.length }
})
