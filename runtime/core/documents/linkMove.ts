/** Checks of the operation `move`: the order is a number, and what rows are ordered among is a field. */
import type { EntityDocument, MoveOperation } from '../documents.ts'
import { linkSet } from './linkEffects.ts'
import { type ExpressionPlace, linkCel, linkRowPaths } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { linkFieldName } from './linkFieldName.ts'
import { fieldOf, rowType } from './scopeTypes.ts'

export function linkMove(linker: Linker, place: ExpressionPlace, operation: MoveOperation): void {
  const { document, path } = place
  linkCel(linker, { ...place, path: `${path}/places` }, operation.places, 'number')
  const entity: EntityDocument | undefined = linker.index.get('entity', operation.entity)
  if (!entity) return
  linkSet(linker, { ...place, path: `${path}/by` }, entity, operation.by)
  if (operation.where !== undefined) {
    const here = { ...place, path: `${path}/where`, scope: { ...place.scope, row: rowType(entity, linker.index, 'sql') } }
    linkRowPaths(linker, here, linkCel(linker, here, operation.where, 'boolean'), entity)
  }
  linkFieldName(linker, document, entity, `${path}/among`, operation.among)
  linkFieldName(linker, document, entity, `${path}/position`, operation.position)
  const type = fieldOf(entity, operation.position)?.type
  if (type === undefined || type === 'integer') return
  linker.report(document, {
    code: 'FIELD_TYPE',
    path: `${path}/position`,
    expected: 'a field of type integer',
    found: `"${operation.position}" of type ${type}`,
    suggestion: 'name the field that holds the order',
  })
}
