/** Checks of `unless` and `already` of a write: conditions over the row, and refs by which other rows use it. */
import type { Cel, ChangeCondition, EntityDocument, Operation } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkCel, linkRowPaths, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { fieldOf, outputScope, rowType } from './scopeTypes.ts'

type Conditional = Extract<Operation, { kind: 'create' | 'update' | 'remove' | 'transition' }>

export function linkConditions(linker: Linker, place: ExpressionPlace, operation: Conditional, entity: EntityDocument): void {
  const unless = operation.unless ?? []
  const already = operation.kind === 'create' ? undefined : operation.already
  const { document, path } = place
  // a new row is not there yet
  const scope: ScopeTypes = operation.kind === 'create' ? place.scope : { ...place.scope, row: rowType(entity, linker.index, 'plain') }
  if (already) linkTest(linker, { document, path: `${path}/already`, scope }, already, entity)
  for (const [index, condition] of unless.entries())
    linkCondition(linker, { document, path: `${path}/unless/${index}`, scope }, condition, entity)
  if (operation.kind === 'create' || operation.by !== undefined || (unless.length === 0 && already === undefined)) return
  linker.report(document, {
    code: 'KEY_MISSING',
    path: `${path}/by`,
    expected: 'the one row that the conditions look at',
    found: 'a change of all rows of where',
    suggestion: 'add "by", or move the conditions into where',
  })
}

function linkCondition(linker: Linker, place: ExpressionPlace, condition: ChangeCondition, entity: EntityDocument): void {
  const { document, path, scope } = place
  const isUse = 'used' in condition
  linkValues(linker, { ...place, path: `${path}/details`, scope: isUse ? { ...scope, count: 'number' } : scope }, condition.details)
  if (!isUse) {
    linkTest(linker, { ...place, path: `${path}/when` }, condition.when, entity)
    return
  }
  if (scope.row === undefined) {
    reportNewRow(linker, place)
    return
  }
  const { used } = condition
  const other = linker.index.get('entity', used.entity)
  if (!other) return
  const at = pointer(`${path}/used`, 'field')
  linkFieldName(linker, document, other, at, used.field)
  const field = fieldOf(other, used.field)
  // a path that leads nowhere is reported at the field
  if (!field || (field.type === 'ref' && (field.entity === entity.id || !linker.index.has('entity', field.entity ?? '')))) return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path: at,
    expected: `a ref to ${entity.id}`,
    found: `"${used.field}" of ${other.id}`,
    suggestion: `name a field that points at ${entity.id}`,
  })
}

/** What reads other rows is answered by the database, where a ref is also the way to the other row. */
function linkTest(linker: Linker, place: ExpressionPlace, test: Cel, entity: EntityDocument): void {
  const scope = place.scope.row === undefined ? place.scope : outputScope(test.cel, place.scope, entity, linker.index)
  const here = { ...place, scope, rows: { entity } }
  linkRowPaths(linker, here, linkCel(linker, here, test, 'boolean'), entity)
}

function reportNewRow(linker: Linker, { document, path }: ExpressionPlace): void {
  linker.report(document, {
    code: 'VALUE',
    path: `${path}/used`,
    expected: 'a row that exists',
    found: 'a new row, which nothing refers to yet',
    suggestion: 'remove the condition, or write "when"',
  })
}
