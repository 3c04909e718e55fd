/** Declared output fields -> select list, joins and the shaping of a row (labels of other rows are `rowLabels.ts`). Only what is declared leaves; `secret` never does; a field with `readers`
 *  leaves for those only. */
import type { Session } from '../../core/contracts.ts'
import type { EntityField, OutputField, Permission } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression } from '../../core/expressions/index.ts'
import { heldAnywhere, holdsPermission } from '../../core/permissions.ts'
import type { ConstantScope } from '../database/celToSql.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import { entityField, literal, quote, tableName } from '../database/tableModel.ts'
import { fieldValue, ROW, type RowSelection } from './rowSource.ts'

export interface RowOutput {
  /** Select list, without SELECT. */
  columns(writer: SqlWriter, scope: ConstantScope): string
  /** LEFT JOINs, empty when none. */
  joins: string
  /** Turns selected rows into replies, in place. */
  shape(rows: Record<string, unknown>[], scope: ConstantScope, session: Session): Record<string, unknown>[]
}

interface Column {
  name: string
  sql(writer: SqlWriter, scope: ConstantScope): string
  readers?: Permission | undefined
}
interface Computed {
  name: string
  evaluate(scope: ConstantScope): unknown
}

/** Selected for expressions only; taken away before the row leaves. */
const HIDDEN = 'row.'

/**
 * @param revealed masked fields that leave in full
 * @throws CALL_COMPILE naming the field that cannot be output
 */
export function rowOutput(
  callId: string,
  selection: RowSelection,
  fields: readonly OutputField[],
  revealed: readonly string[] = [],
): RowOutput {
  const joins = new Map<string, { alias: string; sql: string }>()
  const columns: Column[] = []
  const computed: Computed[] = []
  for (const output of fields) {
    if (typeof output === 'string') columns.push(plainColumn(callId, selection, output, output, revealed))
    else if ('from' in output) columns.push(pathColumn(callId, selection, output.name, output.from, joins))
    else if ('labelOf' in output) continue
    else computed.push(computedOutput(callId, selection, output, columns))
  }
  const guarded = columns.filter(({ readers }) => readers !== undefined)
  const hidden = columns.filter(({ name }) => name.startsWith(HIDDEN)).map(({ name }) => name)
  return {
    columns: (writer, scope) => columns.map(({ name, sql }) => `${sql(writer, scope)} AS ${quote(name)}`).join(', ') || 'NULL',
    joins: [...joins.values()].map(({ sql }) => sql).join(' '),
    shape(rows, scope, session) {
      if (guarded.length > 0) removeGuarded(rows, guarded, session)
      if (computed.length > 0) for (const row of rows) addComputed(row, computed, hidden, scope)
      return rows
    },
  }
}

function removeGuarded(rows: Record<string, unknown>[], guarded: readonly Column[], session: Session): void {
  const held = heldAnywhere(session)
  const refused = guarded.filter(({ readers }) => !holdsPermission(held, readers!))
  for (const row of rows) for (const { name } of refused) delete row[name]
}

function addComputed(row: Record<string, unknown>, computed: readonly Computed[], hidden: readonly string[], scope: ConstantScope): void {
  const source: Record<string, unknown> = {}
  for (const name of hidden) {
    source[name.slice(HIDDEN.length)] = row[name]
    delete row[name]
  }
  const values = { ...scope, row: source }
  for (const { name, evaluate } of computed) row[name] = evaluate(values)
}

function plainColumn(callId: string, selection: RowSelection, name: string, field: string, revealed: readonly string[] = []): Column {
  const definition = outputField(callId, selection.entity, field)
  const value = fieldValue(selection, field)
  const mask = revealed.includes(field) ? undefined : definition.mask
  return { name, sql: (writer, scope) => maskedSql(value.value(writer, scope), mask), readers: definition.readers }
}

/** Stars between the ends; a text that is no longer than its ends is all stars. */
function maskedSql(sql: string, mask: EntityField['mask']): string {
  if (!mask) return sql
  const hidden = `length(${sql}) - ${mask.start + mask.end}`
  return `CASE WHEN ${hidden} > 0 THEN left(${sql}, ${mask.start}) || repeat('*', ${hidden}) || right(${sql}, ${mask.end}) ELSE repeat('*', length(${sql})) END`
}

function outputField(callId: string, entity: RowSelection['entity'], name: string): EntityField {
  const field = entityField(entity, name)
  const reason = !field ? `has no field "${name}"` : field.type === 'secret' ? `never gives out "${name}", a secret` : null
  if (reason) throw new AgonError('CALL_COMPILE', { call: callId, reason: `${entity.id} ${reason}` })
  return field!
}

/** `organisationId.name`: a field of the row that a ref points at, any number of steps; below a json field the rest is a path into it. */
function pathColumn(
  callId: string,
  selection: RowSelection,
  name: string,
  path: string,
  joins: Map<string, { alias: string; sql: string }>,
): Column {
  const [first = '', ...rest] = path.split('.')
  let field = outputField(callId, selection.entity, first)
  let sql = rest.length === 0 ? '' : `${ROW}.${quote(first)}`
  if (rest.length === 0) return plainColumn(callId, selection, name, first)
  let readers = field.readers
  let walked = first
  while (rest.length > 0 && field.type === 'ref') {
    const target = selection.platform.get('entity', field.entity ?? '')
    const join = joins.get(walked) ?? { alias: `j${joins.size + 1}`, sql: '' }
    join.sql ||= `LEFT JOIN ${quote(tableName(target.id))} ${join.alias} ON ${join.alias}."id" = ${sql}`
    joins.set(walked, join)
    const next = rest.shift()!
    field = outputField(callId, target, next)
    if (field.computed)
      throw new AgonError('CALL_COMPILE', { call: callId, reason: `"${path}" ends in a computed field of another entity` })
    readers ??= field.readers
    sql = `${join.alias}.${quote(next)}`
    walked = `${walked}.${next}`
  }
  if (rest.length > 0) {
    if (!['json', 'localText', 'file', 'files'].includes(field.type))
      throw new AgonError('CALL_COMPILE', { call: callId, reason: `"${path}" goes below a ${field.type}` })
    sql = `(${sql} #> ${literal(`{${rest.map((part) => JSON.stringify(part)).join(',')}}`)})`
  }
  return { name, sql: () => maskedSql(sql, field.mask), readers }
}

function computedOutput(callId: string, selection: RowSelection, output: { name: string; cel: string }, columns: Column[]): Computed {
  const expression = compileExpression(output.cel)
  for (const [root, field] of expression.references) {
    if (root !== 'row' || field === undefined || columns.some(({ name }) => name === HIDDEN + field)) continue
    columns.push({ ...plainColumn(callId, selection, HIDDEN + field, field), readers: undefined })
  }
  return { name: output.name, evaluate: expression.evaluate }
}
