/** Reads the columns of a sheet by a saved map; headings that it does not know fill nothing. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readBatch } from '../batch.ts'
import { fieldsOf } from '../fields.ts'
import { type ColumnMap, foldHeading, proposeColumns } from './proposeColumns.ts'

export default defineHandler('import.useMap', async ({ id, mapId }, context) => {
  const batch = await readBatch(id, context, { lock: true })
  const { organisationId, type } = batch
  const found = await context.rows.find('import.mapping', { id: mapId, organisationId, type })
  if (!found) return context.fail('NOT_FOUND', { entity: 'import.mapping', id: mapId })
  const columns = batch.columns ?? []
  const headings = columns.map(({ title }) => title)
  const unknown = Object.fromEntries(headings.map((heading) => [foldHeading(heading), null]))
  const { list } = await fieldsOf(batch, context)
  const targets = proposeColumns(headings, list, [{ ...unknown, ...(found.columns as ColumnMap) }])
  await context.rows.transition('import.life', 'change', id)
  await context.rows.save('import.batch', { id }, { columns: columns.map((column, at) => ({ ...column, target: targets[at] ?? null })) })
  return { matched: targets.filter((target) => target !== null).length }
})
