/** Exports: columns, further sheets, and the call whose rows they are. */
import type { CallDocument, EntityDocument } from '../documents.ts'
import type { LinkedDocument } from './documentIndex.ts'
import { linkAnswersOf } from './linkAnswersOf.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import type { ListOperation } from './linkList.ts'
import { linkParameter } from './linkParameter.ts'
import { answerType, fieldNames, outputName } from './scopeTypes.ts'

export function linkExport(
  linker: Linker,
  document: LinkedDocument,
  call: CallDocument,
  operation: ListOperation,
  entity: EntityDocument,
): void {
  const names = [...(Array.isArray(call.output) ? call.output.map(outputName) : []), ...fieldNames(entity)]
  for (const [index, column] of (operation.export?.columns ?? []).entries()) {
    linker.known(document, 'OUTPUT_UNKNOWN', `/operation/export/columns/${index}/field`, 'a name of output or a field', column.field, names)
  }
  const reveal = operation.export?.reveal
  if (reveal !== undefined) linkParameter(linker, document, '/operation/export/reveal/reason', call, reveal.reason)
  if (
    reveal !== undefined &&
    (typeof call.access !== 'object' || (typeof call.access.permission === 'object' && 'any' in call.access.permission))
  )
    linker.report(document, {
      code: 'KEY_MISSING',
      path: '/access',
      expected: 'codes that are all needed, to which the one of reveal is added',
      found: JSON.stringify(call.access),
      suggestion: 'name one code, or several with "all"',
    })
  const form = operation.export?.formField
  if (form === undefined) return
  linkFieldName(linker, document, entity, '/operation/export/formField/hash', form.hash)
  linkFieldName(linker, document, entity, '/operation/export/formField/answers', form.answers)
  linkAnswersOf(linker, document, '/operation/export/formField', entity, form)
}

/** The list call that gives an export its rows. */
export function exportFrom({ operation }: CallDocument): string | undefined {
  return operation?.kind === 'export' ? operation.export?.from : undefined
}

/** For the rows and further sheets: the other call has pages, takes the same input, and returns what the columns show. */
export function linkExportFrom(linker: Linker, document: LinkedDocument, call: CallDocument): void {
  if (call.operation?.kind !== 'export') return
  const { from, columns = [], sheets = [] } = call.operation.export ?? {}
  const parts = [{ path: '', from: from ?? '', columns }, ...sheets.map((sheet, at) => ({ path: `/sheets/${at}`, ...sheet }))]
  for (const part of parts) linkRowsOf(linker, document, call, part)
}

interface ExportPart {
  /** Below the export. */
  path: string
  from: string
  /** Its parameter that takes the ids of the rows that its rows belong to. */
  of?: string
  columns: readonly { field: string }[]
}

function linkRowsOf(linker: Linker, document: LinkedDocument, call: CallDocument, { path, from: id, of, columns }: ExportPart): void {
  const from = linker.index.get('call', id)
  if (from === undefined) return
  const given = of === undefined ? Object.keys((call.input?.properties ?? {}) as object) : [of]
  for (const name of [...given, 'pageNum', 'pageSize']) linkParameter(linker, document, `/operation/export${path}/from`, from, name)
  const answer = answerType(from, linker.index)
  const list = typeof answer === 'object' && 'fields' in answer ? answer.fields.list : undefined
  const row = typeof list === 'object' && 'list' in list ? list.list : undefined
  if (typeof row !== 'object' || !('fields' in row)) return
  for (const [index, { field }] of columns.entries())
    linker.known(
      document,
      'OUTPUT_UNKNOWN',
      `/operation/export${path}/columns/${index}/field`,
      `a name of the rows of ${from.id}`,
      field,
      Object.keys(row.fields),
    )
}
