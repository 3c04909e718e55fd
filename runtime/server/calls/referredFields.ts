/** `row.hotelId.name` in expressions that are evaluated over one row in memory: the statement that reads the row reads what its refs lead to as well, and the
 *  expression names it by its path in back-quotes. */
import type { Cel, EntityDocument, Value } from '../../core/documents.ts'
import { childrenOf, pathOf } from '../../core/expressions/ast.ts'
import { type Ast, compileExpression } from '../../core/expressions/index.ts'
import { isRecord } from '../../core/isRecord.ts'
import type { Platform } from '../../core/platform.ts'
import { celToSql } from '../database/celToSql.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import type { ConstantScope } from '../database/sql/fragment.ts'
import { entityField, quote } from '../database/tableNames.ts'
import { isCel } from './compileValue.ts'

export interface ReferredFields {
  /** The same value, over a row that has `columns`. */
  over<V extends Value | Cel>(value: V): V
  /** What is selected beside the row's own columns, with a comma before it; empty when nothing is. Known when all values were given to `over`. */
  columns(writer: SqlWriter, scope: ConstantScope): string
}

/** @param entity  of the row. @param alias  SQL name of its table */
export function referredFields(entity: EntityDocument, platform: Platform, alias: string): ReferredFields {
  const paths = new Map<string, ReturnType<typeof celToSql>>()
  const note = (path: string) => {
    if (!paths.has(path)) paths.set(path, celToSql({ cel: `row.${path}`, entity, platform, alias }))
  }
  return {
    over: (value) => overValue(value, (cel) => overPaths(cel, entity, note)) as typeof value,
    columns: (writer, scope) => [...paths].map(([path, sql]) => `, ${sql.value(writer, scope)} AS ${quote(path)}`).join(''),
  }
}

function overValue(value: unknown, over: (cel: string) => string): unknown {
  if (isCel(value as Value)) return { ...(value as Cel), cel: over((value as Cel).cel) }
  if (Array.isArray(value)) return value.map((item) => overValue(item, over))
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, overValue(item, over)])) : value
}

function overPaths(cel: string, entity: EntityDocument, note: (path: string) => void): string {
  const cuts: { start: number; end: number; path: string }[] = []
  const look = (node: Ast): void => {
    const path = node.kind === 'member' ? pathOf(node) : null
    if (path === null || path[0] !== 'row' || path.length < 3 || entityField(entity, path[1]!)?.type !== 'ref') {
      for (const child of childrenOf(node)) look(child)
      return
    }
    cuts.push({ start: node.start, end: node.end, path: path.slice(1).join('.') })
  }
  look(compileExpression(cel).ast)
  for (const { path } of cuts) note(path)
  return cuts
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, path }) => `${text.slice(0, start)}row.\`${path}\`${text.slice(end)}`, cel)
}
