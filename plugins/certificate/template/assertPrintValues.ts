/** Holds what is about to be used against the values that there are. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { JsonSchema, PrintDocument } from '../../../runtime/core/documents.ts'
import { printFindings } from '../../../runtime/core/print/printFindings.ts'
import { printNames } from '../../../runtime/core/print/printValues.ts'

/** @throws CERTIFICATE_TEMPLATE_VALUE with where each unknown one stands, and what there is */
export async function assertPrintValues(
  print: PrintDocument,
  documentId: string,
  schema: JsonSchema,
  context: HandlerContext,
): Promise<void> {
  const failures = await context.documents.store.failures('print', documentId)
  // a draft of another shape has no names to look at
  if (!failures.every(({ code }) => code === 'PARAMETER_UNKNOWN' || code === 'NAME_UNKNOWN')) return
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
