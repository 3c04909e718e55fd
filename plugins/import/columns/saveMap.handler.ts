/** Keeps how the columns of a sheet are read, under a name, for the organisation. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readBatch } from '../batch.ts'
import { foldHeading } from './proposeColumns.ts'

export default defineHandler('import.saveMap', async ({ id, title }, context) => {
  const { organisationId, type, columns } = await readBatch(id, context)
  const map = Object.fromEntries(
    (columns ?? []).map((column) => [foldHeading(column.title), column.target] as const).filter(([head]) => head !== ''),
  )
  const values = { organisationId, type, title: title.trim(), columns: map, userId: context.session.userId }
  return { id: await context.rows.put('import.mapping', ['organisationId', 'type', 'title'], values) }
})
