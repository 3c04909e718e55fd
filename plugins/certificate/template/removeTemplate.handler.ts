/** Deletes a template that nothing uses. Batches hold the version they were made with; only those that still draw need its pictures. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { lockTemplate, readVersions } from './ownTemplate.ts'

export default defineHandler('certificate.removeTemplate', async ({ id }, context) => {
  const row = await lockTemplate(id, context)
  const { db, documentStore } = context
  const uses = db.selectFrom('certificate_series').select('id').where('templateId', '=', row.documentId!)
  const draws = db
    .selectFrom('certificate_batch')
    .select('id')
    .where('templateId', '=', row.documentId!)
    .where('state', 'in', ['waiting', 'drawing', 'paused'])
  const count = (await uses.unionAll(draws).execute()).length
  if (count > 0) context.fail('CERTIFICATE_TEMPLATE_USED', { count })
  const { draft, published } = await readVersions(row, context)
  if (draft) await documentStore.discardDraft('print', row.documentId!)
  if (published) await documentStore.takeBack('print', row.documentId!)
  await context.remove('certificate.template', row)
  return null
})
