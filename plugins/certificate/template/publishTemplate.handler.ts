/** Publishes the draft. The values that it names are checked against those that its owner has: those of every certificate, and the answers to its sign-up
 *  forms. */
import { defineHandler, type HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PrintDocument } from '../../../runtime/core/documents.ts'
import { printFindings } from '../../../runtime/core/print/printFindings.ts'
import { printNames } from '../../../runtime/core/print/printValues.ts'
import { lockTemplate, readVersions, TEMPLATE_ENTITY, type TemplateRow } from './ownTemplate.ts'
import { templateSchema } from './templateSchema.ts'

export default defineHandler('certificate.publishTemplate', async ({ id, note }, context) => {
  const row = await lockTemplate(id, context)
  const { draft } = await readVersions(row, context)
  if (!draft) return context.fail('NOT_FOUND', { entity: TEMPLATE_ENTITY, id })
  const failures = await context.documentStore.failures('print', row.documentId!)
  // a draft of another shape has no names to look at
  const isShaped = failures.every(({ code }) => code === 'PARAMETER_UNKNOWN' || code === 'NAME_UNKNOWN')
  if (isShaped) await assertValues(draft.content, row, context)
  const { hash, revision } = await context.documentStore.publish('print', row.documentId!, note)
  await context.change(TEMPLATE_ENTITY, row, { state: 'published', changedBy: context.session.userId })
  return { hash, revision }
})

/** @throws CERTIFICATE_TEMPLATE_VALUE with where each stands, and what there is */
async function assertValues(print: PrintDocument, row: TemplateRow, context: HandlerContext): Promise<void> {
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
