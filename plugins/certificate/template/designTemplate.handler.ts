/** Stands behind the design of templates: who may, what is stored, that a published one names only values that its owner has (those of every certificate, and
 *  the answers to its sign-up forms), and that only unused ones are deleted. */
import { type DocumentStep, defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { assertPrintValues } from './assertPrintValues.ts'
import { mayDesign, TEMPLATE_ENTITY, type TemplateRow } from './ownTemplate.ts'
import { claimPictures, printContent } from './printContent.ts'
import { templateSchema } from './templateSchema.ts'

type Step = DocumentStep<TemplateRow, PrintDocument>
export default defineHandler<'certificate.designTemplate', Step, PrintDocument | null>(
  'certificate.designTemplate',
  async ({ step, row, content, draft }, context) => {
    if (!mayDesign(row, context)) context.fail('NOT_FOUND', { entity: TEMPLATE_ENTITY, id: row.id })
    if (step === 'publish' && draft) await assertPrintValues(draft.content, row.documentId!, await templateSchema(row, context), context)
    if (step === 'remove') await assertUnused(row, context)
    if (step !== 'save') return null
    const next = printContent(content!, row, context)
    await claimPictures(row, next, context)
    return next
  },
)

/** Batches hold the version they were made with; only those that still draw need its pictures. @throws CERTIFICATE_TEMPLATE_USED */
async function assertUnused({ documentId }: TemplateRow, { db, fail }: HandlerContext): Promise<void> {
  const uses = db.selectFrom('certificate_series').select('id').where('templateId', '=', documentId!)
  const draws = db
    .selectFrom('certificate_batch')
    .select('id')
    .where('templateId', '=', documentId!)
    .where('state', 'in', ['waiting', 'drawing', 'paused'])
  const count = (await uses.unionAll(draws).execute()).length
  if (count > 0) fail('CERTIFICATE_TEMPLATE_USED', { count })
}
