/** The parts of statements that all operations on an entity share: which rows (`where`, `by`, `within`), which columns, how a row looks in the
 *  audit log. Compiled once per call; written per request, because an absent parameter changes the text. */
import type { Access, Cel, EntityDocument, EntityField, Value } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { isId } from '../../core/idPattern.ts'
import { entityMasks } from '../../core/masking/entityMasks.ts'
import type { Platform } from '../../core/platform.ts'
import { celToSql, type SqlExpression } from '../database/celToSql.ts'
import { maskedSql } from '../database/maskedSql.ts'
import { type SqlStatement, SqlWriter } from '../database/SqlWriter.ts'
import { datetimeText } from '../database/sql/casts.ts'
import type { ConstantScope } from '../database/sql/fragment.ts'
import type { TableModel } from '../database/tableModel.ts'
import { entityField, literal, quote } from '../database/tableNames.ts'
import { isLogged } from '../log/logEntry.ts'
import { isWithin, type Reach } from './accessRule.ts'
import { compileValue } from './compileValue.ts'

/** Alias of the operation's own row in every statement. */
export const ROW = 't'

export interface RowCondition {
  /** Text after WHERE; `TRUE` when everything is meant. */
  write(writer: SqlWriter, scope: ConstantScope, reach: Reach): string
}

export interface RowSelection {
  entity: EntityDocument
  model: TableModel
  platform: Platform
  /** Fields that all rows in question have. */
  present?: ReadonlySet<string>
}

/** `by` (field = value) and `where` together; `within` is added per session. The condition cannot use `present`, which follows from it.
 *  @throws CALL_COMPILE, CEL_SQL */
export function rowCondition(
  { entity, platform }: RowSelection,
  by: Record<string, Value> | undefined,
  where: Cel | undefined,
): RowCondition {
  const keys = Object.entries(by ?? {}).map(([field, value]) => keyCondition(entity, field, value, platform))
  const filter = where ? celToSql({ cel: where.cel, entity, platform, alias: ROW }) : null
  return {
    write(writer, scope, reach) {
      const parts = keys.map((key) => key(writer, scope))
      if (filter) parts.push(filter.condition(writer, scope))
      if (reach) parts.push(reachCondition(reach, entity, platform, writer))
      return parts.length > 0 ? parts.join(' AND ') : 'TRUE'
    },
  }
}

// As an expression, so that a value of the wrong kind finds nothing instead of failing in the database.
function keyCondition(
  entity: EntityDocument,
  field: string,
  value: Value,
  platform: Platform,
): (writer: SqlWriter, scope: ConstantScope) => string {
  const compare = celToSql({ cel: `row.${field} == key`, entity, platform, alias: ROW })
  const evaluate = compileValue(value)
  return (writer, scope) => compare.condition(writer, { key: evaluate(scope) })
}

type Column = (field: string) => string
/** A column of the operation's own row. */
export const ownColumn: Column = (field) => `${ROW}.${quote(field)}`

/** Rows of objects in reach: one of the fields holds one of the ids. A field may be a path through refs. */
function reachCondition(
  reach: NonNullable<Reach>,
  entity: EntityDocument,
  platform: Platform,
  writer: SqlWriter,
  column: Column = ownColumn,
): string {
  const tests = reach.map(({ field, ids }) => {
    const { sql, type } = pathColumn(entity, field, platform, { column, writer })
    return `${sql} = ANY(${writer.value(type === 'bigint' ? ids.filter((id) => isId(id)) : ids, `${type}[]`)})`
  })
  return `(${tests.join(' OR ')})`
}

/** Whether a row that is not stored (yet) is within reach: its values replace the columns, paths are followed in the database. */
export async function reachesRow(
  run: { query(statement: SqlStatement): Promise<{ rows: Record<string, unknown>[] }> },
  { entity, platform }: Pick<RowSelection, 'entity' | 'platform'>,
  reach: Reach,
  row: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (isWithin(reach, row)) return true
  const paths = (reach ?? []).filter(({ field }) => field.includes('.') && isId(String(row[field.split('.')[0]!] ?? '')))
  if (paths.length === 0) return false
  const writer = new SqlWriter()
  const column: Column = (field) => writer.value(row[field], 'bigint')
  const { rows } = await run.query(
    writer.statement(`SELECT COALESCE(${reachCondition(paths, entity, platform, writer, column)}, false) AS "within"`),
  )
  return rows[0]?.within === true
}

/** Whether everything that the values of `within` name is within reach: each object by itself, or as what contains another one that is. Values that no one
 *  has stored yet name objects as they like: one within reach says nothing about the others. */
export async function reachesNamed(
  run: Parameters<typeof reachesRow>[0],
  selection: Parameters<typeof reachesRow>[1],
  reach: Reach,
  access: Access,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (reach === null) return true
  const within = typeof access === 'object' ? (access.within ?? []) : []
  const named = [...new Set(within.map(({ field }) => field.split('.')[0]!))].filter((name) => values[name] != null)
  const isReached = (name: string) =>
    reachesRow(
      run,
      selection,
      reach.filter(({ field }) => field.split('.')[0] === name),
      values,
    )
  const isAround = async (name: string) => {
    const scope = within.find(({ field }) => field === name)?.scope
    const ids = [String(values[name])]
    for (const inner of within) {
      const container = selection.platform.app.scopes?.[inner.scope]?.in
      if (container?.scope !== scope || inner.field === name || !(await isReached(inner.field.split('.')[0]!))) continue
      if (await reachesRow(run, selection, [{ field: `${inner.field}.${container!.field}`, ids }], values)) return true
    }
    return false
  }
  for (const name of named) if (!(await isReached(name)) && !(await isAround(name))) return false
  return named.length > 0
}

function pathColumn(
  entity: EntityDocument,
  path: string,
  platform: Platform,
  { column = ownColumn, writer }: { column?: Column; writer?: SqlWriter } = {},
): { sql: string; type: 'bigint' | 'text' } {
  const [first = '', ...rest] = path.split('.')
  const field = entityField(entity, first)
  if (!field) throw new AgonError('CALL_COMPILE', { call: entity.id, reason: `${entity.id} has no field "${first}"` })
  let sql = column(first)
  let last = field
  let alias = `within_${first}`
  for (const name of rest) {
    const target = platform.get('entity', last.entity ?? '')
    const next = entityField(target, name)
    if (!next) throw new AgonError('CALL_COMPILE', { call: entity.id, reason: `${target.id} has no field "${name}"` })
    const table = quote(target.id.replaceAll('.', '_'))
    sql = writer?.join(alias, table, sql) ? `${alias}.${quote(name)}` : `(SELECT r.${quote(name)} FROM ${table} r WHERE r."id" = ${sql})`
    alias += `_${name}`
    last = next
  }
  return { sql, type: last.type === 'ref' ? 'bigint' : 'text' }
}

/** @throws CALL_COMPILE for a field of `within` that the entity does not have */
export function assertWithin(callId: string, { entity, platform }: RowSelection, fields: readonly string[]): void {
  for (const field of fields) {
    try {
      pathColumn(entity, field, platform)
    } catch (error) {
      throw new AgonError('CALL_COMPILE', { call: callId, reason: error instanceof Error ? error.message : '' })
    }
  }
}

/** SQL of a field's value: the column, or a computed field's expression. */
export function fieldValue({ entity, platform, present }: RowSelection, name: string): SqlExpression {
  return celToSql({ cel: `row.${name}`, entity, platform, alias: ROW, present })
}

/** Select list of all stored columns and computed fields, as expressions see `row`. */
export function wholeRow(selection: RowSelection, alias: string): (writer: SqlWriter, scope: ConstantScope) => string {
  const { model, entity, platform } = selection
  const stored = [...model.columns.keys()].map((name) => `${alias}.${quote(name)}`)
  const computed = [...model.computed.keys()].map((name) => ({ name, sql: celToSql({ cel: `row.${name}`, entity, platform, alias }) }))
  return (writer, scope) => [...stored, ...computed.map(({ name, sql }) => `${sql.value(writer, scope)} AS ${quote(name)}`)].join(', ')
}

/** Most arguments of an SQL function. */
const MAX_ARGUMENTS = 100

/** A row as the audit log keeps it: ids as texts, datetimes as on the wire, sensitive values replaced, what looks personal masked.
 *  @param isKept  which columns; all that entries tell of without it */
export function logSnapshot(
  { entity, model, platform }: RowSelection,
  alias: string,
  isKept: (name: string) => boolean = () => true,
): string {
  const kept = [...model.columns.values()].filter(({ name }) => isLogged(entity, name) && isKept(name))
  const pairs = kept.map(({ name, field }) => [literal(name), snapshotValue(`${alias}.${quote(name)}`, field, platform)])
  if (pairs.length === 0) return `'{}'::jsonb`
  const objects: string[] = []
  for (let from = 0; from < pairs.length; from += MAX_ARGUMENTS / 2) {
    objects.push(
      `jsonb_build_object(${pairs
        .slice(from, from + MAX_ARGUMENTS / 2)
        .flat()
        .join(', ')})`,
    )
  }
  return objects.join(' || ')
}

function snapshotValue(column: string, field: EntityField, platform: Platform): string {
  if (field.sensitive || field.type === 'secret') return `CASE WHEN ${column} IS NULL THEN NULL ELSE '[redacted]' END`
  if (field.mask) return maskedSql(column, entityMasks(field, platform))
  if (field.type === 'ref') return `${column}::text`
  return field.type === 'datetime' ? datetimeText(column) : column
}
