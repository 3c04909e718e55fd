/** Says which field a column fills. A column that filled it until now fills none. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { readBatch } from '../batch.ts'
import { fieldsOf } from '../fields.ts'

export default defineHandler('import.setColumn', async ({ id, column, target = null }, context) => {
  const batch = await readBatch(id, context, { lock: true })
  const columns = batch.columns ?? []
  if (column >= columns.length) return context.fail('IMPORT_TARGET')
  if (target !== null && !(await fieldsOf(batch, context)).list.some(({ key }) => key === target)) return context.fail('IMPORT_TARGET')
  await context.rows.transition('import.life', 'change', id)
  const changed = columns.map((each, at) =>
    at === column ? { ...each, target } : each.target === target ? { ...each, target: null } : each,
  )
  await context.rows.save('import.batch', { id }, { columns: changed })
  return null
})
