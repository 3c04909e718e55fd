/** `rows('library.loan').filter(l, ...).map(l, ...)` in a tree: which rows an expression reads beside its own. Read by the linker, which checks names, and by
 *  the SQL compiler, which makes a subquery of it. */
import type { EntityDocument } from '../documents.ts'
import { type Ast, type MacroNode, walk } from './ast.ts'
import { ROW_FUNCTIONS } from './functions/rows.ts'

/** An expression with the name of its row variable. */
export interface OverRow {
  variable: string
  body: Ast
}
export interface RelatedRows {
  entity: string
  filters: readonly OverRow[]
  /** Of `map`: what is taken of each row. */
  value: OverRow | null
}

/** @returns null for anything else, a `map` that is gone on from included */
export function relatedRows(node: Ast): RelatedRows | null {
  if (node.kind === 'call') {
    const [entity] = node.args
    const isNamed = node.name === 'rows' && entity?.kind === 'literal' && typeof entity.value === 'string'
    return isNamed ? { entity: entity.value as string, filters: [], value: null } : null
  }
  if (node.kind !== 'macro' || (node.name !== 'filter' && node.name !== 'map')) return null
  const target = relatedRows(node.target)
  if (target === null || target.value !== null) return null
  if (node.name === 'filter') return withFilter(target, node, node.body)
  return { ...(node.filter ? withFilter(target, node, node.filter) : target), value: { variable: node.variable, body: node.body } }
}

/** Rows with one more condition. */
export function withFilter(rows: RelatedRows, { variable }: Pick<MacroNode, 'variable'>, body: Ast): RelatedRows {
  return { ...rows, filters: [...rows.filters, { variable, body }] }
}

/** Whether functions are called that only SQL has. */
export function usesRowFunctions(root: Ast, names: ReadonlySet<string> = ROW_FUNCTIONS): boolean {
  let found = false
  walk(root, (node) => {
    if (node.kind === 'call' && node.receiver === null && names.has(node.name)) found = true
  })
  return found
}

/** Whether an expression of an output is one for the database: it reads other rows by `rows()` or along refs, or asks for the asker's reach. */
export function isForDatabase(
  { ast, references }: { ast: Ast; references: readonly (readonly string[])[] },
  { fields }: Pick<EntityDocument, 'fields'>,
): boolean {
  const isPath = ([root, field = '', ...rest]: readonly string[]) =>
    root === 'row' && rest.length > 0 && Object.hasOwn(fields, field) && fields[field]!.type === 'ref'
  return references.some(isPath) || usesRowFunctions(ast)
}
