/** Moves a page one place up or down among those of its competition. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { orderedPages } from './pageOrder.ts'

export default defineHandler('customPage.move', async ({ id, by }, context) => {
  const { db, record } = context
  const { competitionId } = await context.call<{ competitionId: string }>('customPage.managed', { id })
  const ids = await orderedPages(competitionId, context)
  const from = ids.indexOf(id)
  const other = ids[from + by]
  if (other === undefined) return { moved: false }
  ids[from] = other
  ids[from + by] = id
  for (const [position, page] of ids.entries()) await db.updateTable('customPage_page').set({ position }).where('id', '=', page).execute()
  await record({ entity: 'customPage.page', rowId: id, before: { position: from }, after: { position: from + by } })
  return { moved: true }
})
