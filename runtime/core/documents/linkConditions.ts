/** Checks of `unless` and `already` of a change: conditions over the row, and refs by which other rows use it. */
import type { ChangeCondition, EntityDocument, Operation } from '../documents.ts'
import type { ScopeTypes } from '../expressions/types.ts'
import { pointer } from './failure.ts'
import { type ExpressionPlace, linkCel, linkValues } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { fieldOf, rowType } from './scopeTypes.ts'

type Change = Extract<Operation, { kind: 'update' | 'remove' }>

export function linkConditions(linker: Linker, place: ExpressionPlace, operation: Change, entity: EntityDocument): void {
  const { unless = [], already } = operation
  const scope: ScopeTypes = { ...place.scope, row: rowType(entity, linker.index, 'plain') }
  const { document, path } = place
  if (already) linkCel(linker, { document, path: `${path}/already`, scope }, already, 'boolean')
  for (const [index, condition] of unless.entries())
    linkCondition(linker, { document, path: `${path}/unless/${index}`, scope }, condition, entity)
  if (operation.by !== undefined || (unless.length === 0 && already === undefined)) return
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
    linkCel(linker, { ...place, path: `${path}/when` }, condition.when, 'boolean')
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
