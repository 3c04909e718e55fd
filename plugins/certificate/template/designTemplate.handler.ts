/** Stands behind the design of templates: who may, what is stored, that a published one names only values that its owner has (those of every certificate, and
 *  the answers to its sign-up forms), and that only unused ones are deleted. */
import { type DocumentStep, defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { printFindings } from '../../../runtime/core/print/printFindings.ts'
import { printNames } from '../../../runtime/core/print/printValues.ts'
import { mayDesign, TEMPLATE_ENTITY, type TemplateRow } from './ownTemplate.ts'
import { claimPictures, printContent } from './printContent.ts'
import { templateSchema } from './templateSchema.ts'

type Step = DocumentStep<TemplateRow, PrintDocument>
export default defineHandler<'certificate.designTemplate', Step, PrintDocument | null>(
  'certificate.designTemplate',
  async ({ step, row, content, draft }, context) => {
    if (!mayDesign(row, context)) context.fail('NOT_FOUND', { entity: TEMPLATE_ENTITY, id: row.id })
    if (step === 'publish' && draft) await assertValues(draft.content, row, context)
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

/** @throws CERTIFICATE_TEMPLATE_VALUE with where each stands, and what there is */
async function assertValues(print: PrintDocument, row: TemplateRow, context: HandlerContext): Promise<void> {
  const failures = await context.documents.store.failures('print', row.documentId!)
  // a draft of another shape has no names to look at
  if (!failures.every(({ code }) => code === 'PARAMETER_UNKNOWN' || code === 'NAME_UNKNOWN')) return
  const schema = await templateSchema(row, context)
  const findings = printFindings(print, schema)
  if (findings.length === 0) return
  const found = findings.map(({ at, name }) => `{{${name}}}${at === null ? '' : ` (${nameOf(print, at)})`}`)
  context.fail('CERTIFICATE_TEMPLATE_VALUE', { found: found.join(', '), known: printNames(schema).join(', '), findings })
}

/** Side, layer and name, counted from one. */
function nameOf({ pages }: PrintDocument, { page, layer }: { page: number; layer: number }): string {
  const { name } = pages[page]!.elements[layer]!
  return `${page + 1}/${layer + 1}${name === undefined ? '' : ` ${name}`}`
}
