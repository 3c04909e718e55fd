/** Moves an event one place up or down among those of its competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'

export default defineHandler('event.move', async ({ id, by }, context) => {
  const { db, lock, record } = context
  const { competitionId } = await context.call<{ competitionId: string }>('event.managed', { id })
  await lock('eventOrder', competitionId)
  const events = db.selectFrom('competition_event').select('id').where('competitionId', '=', competitionId).where('removedAt', 'is', null)
  const ids = (await events.orderBy('position').orderBy('id').execute()).map((row) => String(row.id))
  const from = ids.indexOf(id)
  const other = ids[from + by]
  if (other === undefined) return { moved: false }
  ids[from] = other
  ids[from + by] = id
  for (const [position, event] of ids.entries())
    await db.updateTable('competition_event').set({ position }).where('id', '=', event).execute()
  await record({ entity: 'competition.event', rowId: id, before: { position: from }, after: { position: from + by } })
  return { moved: true }
})
