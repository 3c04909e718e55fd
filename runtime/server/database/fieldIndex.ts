/** Indexes on one path of a json field, for filters on fields of stored forms that ask for a span or for words. (The one index on the whole field
 *  finds the rows that hold a value.) No document declares them: `createFieldIndexesService.ts` makes them where they are needed, and takes them
 *  away. */
import { createHash } from 'node:crypto'
import type { EntityDocument } from '../../core/documents.ts'
import { placeToken } from './tableModel.ts'
import { literal, quote, tableName } from './tableNames.ts'

/** What is asked at the path: words in a text, a span of numbers, a span of texts (days are texts). */
export type FieldIndexKind = 'words' | 'number' | 'text'

export interface FieldPath {
  entity: EntityDocument
  field: string
  /** Steps joined by dots; shape checked (`jsonFilter.ts`). */
  path: string
  kind: FieldIndexKind
}

/** Prefix of the names of these indexes, which `planTables.ts` ignores. */
export const FIELD_INDEX = '_field_'

/** The same for the same expression. */
export function fieldIndexName(path: FieldPath): string {
  const definition = `${path.entity.id} ${path.kind} ${fieldExpression(path)} ${path.entity.searchWithin ?? ''}`
  return `${FIELD_INDEX}${createHash('sha256').update(definition).digest('hex').slice(0, 24)}`
}

/** Not in a transaction. */
export function createFieldIndex(path: FieldPath): string {
  const { entity, kind } = path
  const within = entity.searchWithin ? [quote(entity.searchWithin)] : []
  const on = kind === 'words' ? `gin (${fieldExpression(path)})` : `btree (${[...within, `(${fieldExpression(path)})`].join(', ')})`
  return `CREATE INDEX CONCURRENTLY ${quote(fieldIndexName(path))} ON ${quote(tableName(entity.id))} USING ${on}`
}

/** Expression that the index stores and that conditions compare.
 *  @param column  how the statement names a column */
export function fieldExpression({ entity, field, path, kind }: FieldPath, column: (name: string) => string = quote): string {
  const steps = `ARRAY[${path.split('.').map(literal).join(', ')}]`
  const text = `(${column(field)} #>> ${steps})`
  if (kind === 'text') return `(${text} COLLATE "C")`
  if (kind === 'number') return `(CASE WHEN jsonb_typeof(${column(field)} #> ${steps}) = 'number' THEN ${text}::float8 END)`
  const pairs = `platform_folded_pairs(${text})`
  return entity.searchWithin ? `(${pairs} || (${literal(placeToken(''))} || ${column(entity.searchWithin)}::text))` : `(${pairs})`
}
