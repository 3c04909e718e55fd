/** `set` of an operation -> columns and the SQL of their values. */
import type { LocalText, Value } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression } from '../../core/expressions/index.ts'
import { isRecord } from '../../core/isRecord.ts'
import { wholeText } from '../../core/wholeText.ts'
import { celToSql } from '../database/celToSql.ts'
import { cleanFormatted } from '../database/RichTextPlugin.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import type { ConstantScope } from '../database/sql/fragment.ts'
import type { ColumnModel } from '../database/tableModel.ts'
import { quote } from '../database/tableNames.ts'
import { compileValue, isCel, plainParameter } from './compileValue.ts'
import { type NamedFiles, withStoredFacts } from './fileClaim.ts'
import { isGiven, ownedReference, sharedOwners } from './ownedReference.ts'
import type { RowSelection } from './rowSource.ts'

export interface ColumnValue {
  name: string
  /** Null: leave the column out of the statement. */
  sql(writer: SqlWriter, scope: ConstantScope & { input: Readonly<Record<string, unknown>> }, files?: NamedFiles): string | null
}

/**
 * For `create`: a null becomes the column's default. For `update`: an expression that only hands an input parameter through leaves the column as
 * it is when the caller did not give that parameter; null empties it. Expressions over `row` are evaluated by the database.
 * @param rowAlias table alias of the row before the change, null when there is none (create)
 * @throws CALL_COMPILE, CEL_SQL
 */
export function columnValues(
  callId: string,
  { model, entity, platform }: RowSelection,
  set: Record<string, Value>,
  rowAlias: string | null,
): ColumnValue[] {
  const given = Object.entries(set).map(([name, value]): ColumnValue => {
    const column = model.columns.get(name)
    if (!column || name === 'id')
      throw new AgonError('CALL_COMPILE', { call: callId, reason: `${entity.id} has no field "${name}" that can be set` })
    if (rowAlias !== null && isCel(value) && readsRow(value.cel)) {
      const sql = celToSql({ cel: value.cel, entity, platform, alias: rowAlias })
      return { name, sql: (writer, scope) => `(${sql.value(writer, scope)})::${column.type}` }
    }
    return rowAlias === null ? createValue(column, value) : updateValue(column, value)
  })
  return given.map((value) => withOwner(value, { entity, platform, set, rowAlias, given }))
}

interface OwnerContext extends Pick<RowSelection, 'entity' | 'platform'> {
  set: Record<string, Value>
  rowAlias: string | null
  given: readonly ColumnValue[]
}

/** What the input names has the owner that the row has, or gets by the same statement. */
function withOwner(value: ColumnValue, { entity, platform, set, rowAlias, given }: OwnerContext): ColumnValue {
  const owners = isGiven(set[value.name]) ? sharedOwners(entity, value.name, platform) : []
  if (owners.length === 0) return value
  const ofRow = (name: string) => (rowAlias === null ? 'NULL::bigint' : `${rowAlias}.${quote(name)}`)
  return {
    name: value.name,
    sql(writer, scope, files) {
      const id = value.sql(writer, scope, files)
      const known = owners.map(
        (name) => [name, given.find((each) => each.name === name)?.sql(writer, scope, files) ?? ofRow(name)] as const,
      )
      return id === null
        ? null
        : `CASE WHEN ${id} IS NULL THEN NULL ELSE ${ownedReference(id, entity.fields[value.name]!.entity!, known)} END`
    },
  }
}

function readsRow(cel: string): boolean {
  return compileExpression(cel).references.some(([root]) => root === 'row')
}

function createValue(column: ColumnModel, value: Value): ColumnValue {
  const evaluate = compileValue(value)
  return {
    name: column.name,
    sql(writer, scope, files) {
      const encoded = encodeValue(storedValue(evaluate(scope), column, files), column)
      if (encoded === null && column.default !== null) return null
      return writer.value(encoded, column.type)
    },
  }
}

function updateValue(column: ColumnModel, value: Value): ColumnValue {
  const evaluate = compileValue(value)
  const parameter = plainParameter(value)
  return {
    name: column.name,
    sql(writer, scope, files) {
      if (parameter !== null && scope.input[parameter] === undefined) return null
      return writer.value(encodeValue(storedValue(evaluate(scope), column, files), column), column.type)
    },
  }
}

/** Replaces file facts in the input by the stored ones. */
function storedValue(value: unknown, { field }: ColumnModel, files: NamedFiles | undefined): unknown {
  return files && value != null && (field.type === 'file' || field.type === 'files') ? withStoredFacts(value, files) : value
}

/** A JavaScript value as the parameter of a column. */
export function encodeValue(value: unknown, column: Pick<ColumnModel, 'type'> & Partial<Pick<ColumnModel, 'field'>>): unknown {
  if (value === undefined || value === null) return null
  if (column.field?.type === 'localText' && isRecord(value)) return encodeText(value as Partial<LocalText>, column)
  if (column.field?.richText) return cleanFormatted(value, column.type)
  if (column.type === 'jsonb') return JSON.stringify(value)
  if (column.type === 'text' && typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  return value
}

function encodeText({ zh, en }: Partial<LocalText>, { type, field }: Parameters<typeof encodeValue>[1]): unknown {
  const text = wholeText(zh, en)
  return text && (field?.richText ? cleanFormatted(text, type) : JSON.stringify(text))
}

/** `"a" = $1, "b" = $2` */
export function assignments(values: readonly { name: string; sql: string }[]): string {
  return values.map(({ name, sql }) => `${quote(name)} = ${sql}`).join(', ')
}
