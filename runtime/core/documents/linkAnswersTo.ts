/** Checks of `answersTo` of a get: the form has the groups, and their rows refer to the row. */
import type { CallDocument, EntityDocument, FormField, OutputField } from '../documents.ts'
import { DATETIME } from '../expressions/types.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { fieldOf, rowType, SESSION_TYPE } from './scopeTypes.ts'

type AnswersTo = Extract<OutputField, { answersTo: unknown }>['answersTo']
type GroupRows = NonNullable<AnswersTo['rows']>[string]

export function linkAnswersTo(
  linker: Linker,
  place: ExpressionPlace,
  call: CallDocument,
  answersTo: AnswersTo,
  entity: EntityDocument,
): void {
  const { document, path } = place
  if (call.operation?.kind !== 'get')
    linker.report(document, {
      code: 'FIELD_TYPE',
      path: `${path}/answersTo`,
      expected: 'answersTo in an operation of kind get',
      found: `kind ${call.operation?.kind}`,
      suggestion: 'write a get of the one row that a form changes',
    })
  const questions = (linker.index.get('form', answersTo.form)?.schema.properties ?? {}) as Readonly<Record<string, FormField>>
  const groups = Object.entries(questions).flatMap(([name, { type, items }]) => (type === 'array' && items ? [name] : []))
  for (const [name, rows] of Object.entries(answersTo.rows ?? {})) {
    const at = pointer(`${path}/answersTo/rows`, name)
    linker.known(document, 'FIELD_UNKNOWN', at, `a repeat group of ${answersTo.form}`, name, groups)
    linkRows(linker, { ...place, path: at }, rows, entity)
  }
}

function linkRows(linker: Linker, { document, path }: ExpressionPlace, rows: GroupRows, entity: EntityDocument): void {
  const other = linker.index.get('entity', rows.entity)
  if (!other) return
  for (const [index, name] of (rows.order ?? []).entries()) linkFieldName(linker, document, other, `${path}/order/${index}`, name)
  if (rows.where) {
    const scope = { row: rowType(other, linker.index, 'sql'), session: SESSION_TYPE, now: DATETIME }
    const here = { document, path: `${path}/where`, scope, rows: { entity: other } }
    linkRowPaths(linker, here, linkCel(linker, here, rows.where, 'boolean'), other)
  }
  linkFieldName(linker, document, other, `${path}/by`, rows.by)
  const field = fieldOf(other, rows.by)
  if (!field || (field.type === 'ref' && field.entity === entity.id)) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path: `${path}/by`,
    expected: `a ref to ${entity.id}`,
    found: `"${rows.by}" of ${other.id}`,
    suggestion: `name the field by which these rows belong to ${entity.id}`,
  })
}
