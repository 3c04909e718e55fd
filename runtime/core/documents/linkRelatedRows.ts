/** Checks of `rows()`, `reach()` and `everywhere()`: they stand where an expression becomes SQL, the entity exists, paths are those of its fields, and what leaves
 *  is open to everyone who may ask. */
import type { EntityDocument, EntityField } from '../documents.ts'
import { type Ast, childrenOf, pathOf } from '../expressions/ast.ts'
import type { CompiledExpression } from '../expressions/compileUnchecked.ts'
import { relatedRows } from '../expressions/relatedRows.ts'
import type { ExpressionPlace } from './linkExpressions.ts'
import type { Linker } from './linker.ts'
import { fieldNames, followPath } from './scopeTypes.ts'
import { suggest } from './suggest.ts'

/** Entities of rows, by the name of the row variable. */
type Rows = ReadonlyMap<string, EntityDocument>

export function linkRelatedRows(linker: Linker, place: ExpressionPlace, path: string, { ast, source }: CompiledExpression): void {
  if (place.rows === undefined) {
    linker.report(place.document, {
      code: 'CEL_TYPE',
      path,
      expected: 'an expression without rows(), reach() and everywhere(), which only where and output of a call know',
      found: source,
      suggestion: 'ask in where or output of a call',
    })
    return
  }
  linkNode(ast, new Map([['row', place.rows.entity]]))

  function linkNode(node: Ast, rows: Rows): void {
    const way = pathOf(node)
    const entity = way && rows.get(way[0]!)
    if (way && entity) {
      linkPath(way, entity)
      return
    }
    if (node.kind === 'call' && node.name === 'rows') linkEntity(node.args[0]!)
    if (node.kind !== 'macro') {
      for (const child of childrenOf(node)) linkNode(child, rows)
      return
    }
    linkNode(node.target, rows)
    const inner = named(rows, node.variable, relatedRows(node.target)?.entity)
    for (const child of childrenOf(node)) if (child !== node.target) linkNode(child, inner)
  }

  function linkEntity(name: Ast): void {
    const id = name.kind === 'literal' ? String(name.value) : source.slice(name.start, name.end)
    if (!linker.index.has('entity', id))
      linker.known(place.document, 'REFERENCE_UNKNOWN', path, 'the id of an entity', id, linker.ids('entity'))
  }

  function named(rows: Rows, variable: string, id: string | undefined): Rows {
    const entity = id === undefined ? undefined : linker.index.get('entity', id)
    return entity ? new Map(rows).set(variable, entity) : rows
  }

  function linkPath([root, ...way]: readonly string[], entity: EntityDocument): void {
    if (way.length === 0) return
    const end = followPath(way, entity, linker.index)
    if ('step' in end) {
      const step = way[end.step]!
      const expected = `a field of ${end.entity.id}`
      linker.report(place.document, {
        code: 'CEL_UNKNOWN',
        path,
        expected,
        found: `"${step}" in ${source}`,
        suggestion: suggest(step, fieldNames(end.entity)),
      })
    } else if ('field' in end && place.rows?.open && isClosed(end.field))
      linker.report(place.document, {
        code: 'FIELD_TYPE',
        path,
        expected: 'fields that everyone may read who may ask',
        found: `"${[root, ...way].join('.')}", which is secret, personal or only for some`,
        suggestion: 'name the field itself in the output, which masks it',
      })
  }
}

function isClosed({ type, mask, form, readers, sensitive }: EntityField): boolean {
  return type === 'secret' || mask !== undefined || form !== undefined || readers !== undefined || sensitive === true
}
