/** Declared output fields -> select list, joins and the shaping of a row (labels of other rows are `rowLabels.ts`). Only declared fields are sent:
 *  `secret` ones never, fields with `readers` to these only, personal values masked. */
import type { Session } from '../../core/contracts.ts'
import type { EntityField, OutputField, Permission } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression } from '../../core/expressions/index.ts'
import { isForDatabase } from '../../core/expressions/relatedRows.ts'
import { entityMasks } from '../../core/masking/entityMasks.ts'
import { heldAnywhere, holdsPermission } from '../../core/permissions.ts'
import { celToSql } from '../database/celToSql.ts'
import { maskedSql } from '../database/maskedSql.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import type { ConstantScope } from '../database/sql/fragment.ts'
import { entityField, literal, quote, tableName } from '../database/tableNames.ts'
import { type Asker, answersReader } from './answersReader.ts'
import { fieldValue, ROW, type RowSelection } from './rowSource.ts'

export interface RowOutput {
  /** Select list, without SELECT. */
  columns(writer: SqlWriter, scope: ConstantScope): string
  /** LEFT JOINs, empty when none. */
  joins: string
  /** Turns selected rows into replies, in place. */
  shape(rows: Record<string, unknown>[], scope: ConstantScope, asker: Asker): Promise<Record<string, unknown>[]>
}

interface Column {
  name: string
  sql(writer: SqlWriter, scope: ConstantScope): string
  readers?: Permission | undefined
  /** Of answers: the entity's field. */
  answersOf?: string | undefined
}
interface Computed {
  name: string
  evaluate(scope: ConstantScope): unknown
}

/** Selected for expressions only; taken away before the row leaves. */
const HIDDEN = 'row.'
/** Selected to read answers by; taken away before the row leaves. */
const HASH = '.hash'
const OWNER = '.owner'

/** Fields whose personal values are sent in full: by name, or all. `everything`: answers are sent as stored, with the fields that only some may read. */
export type Revealed = readonly string[] | 'personal' | 'everything'

/** @throws CALL_COMPILE naming the field that cannot be output */
export function rowOutput(callId: string, selection: RowSelection, fields: readonly OutputField[], revealed: Revealed = []): RowOutput {
  const joins = new Map<string, { alias: string; sql: string }>()
  const columns: Column[] = []
  const computed: Computed[] = []
  for (const output of fields) {
    if (typeof output === 'string') columns.push(plainColumn(callId, selection, output, output, revealed))
    else if ('from' in output) columns.push(pathColumn(callId, selection, output, { joins, revealed }))
    else if ('labelOf' in output || 'answersTo' in output || 'job' in output) continue
    else if (isForDatabase(compileExpression(output.cel), selection.entity)) columns.push(sqlColumn(selection, output))
    else computed.push(computedOutput(callId, selection, output, { columns, revealed }))
  }
  const answers = columns.filter(({ answersOf }) => answersOf !== undefined)
  const readAnswers = answersReader(
    selection,
    answers.map(({ name, answersOf }) => ({ name, hash: name + HASH, owner: name + OWNER, isRevealed: isRevealed(revealed, answersOf!) })),
  )
  for (const { name, answersOf } of answers) columns.push(...besideAnswers(selection, name, answersOf!))
  const guarded = columns.filter(({ readers }) => readers !== undefined)
  const hidden = columns.filter(({ name }) => name.startsWith(HIDDEN)).map(({ name }) => name)
  return {
    columns: (writer, scope) => columns.map(({ name, sql }) => `${sql(writer, scope)} AS ${quote(name)}`).join(', ') || 'NULL',
    joins: [...joins.values()].map(({ sql }) => sql).join(' '),
    async shape(rows, scope, asker) {
      if (guarded.length > 0) removeGuarded(rows, guarded, asker.session)
      if (answers.length > 0) await readAnswers(rows, asker)
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

/** What answers are read by: their form version, and whose they are. */
function besideAnswers({ entity }: RowSelection, name: string, field: string): Column[] {
  const column = (ending: string, from: string | undefined): Column => ({
    name: name + ending,
    sql: () => (from === undefined ? 'NULL' : `${ROW}.${quote(from)}::text`),
  })
  return [column(HASH, entity.fields[field]?.form), column(OWNER, entity.owner)]
}

function isRevealed(revealed: Revealed, field: string): boolean {
  return typeof revealed === 'string' || revealed.includes(field)
}

function plainColumn(callId: string, selection: RowSelection, name: string, field: string, revealed: Revealed = []): Column {
  const definition = outputField(callId, selection.entity, field)
  const value = fieldValue(selection, field)
  const masks = isRevealed(revealed, field) ? [] : entityMasks(definition, selection.platform)
  const answersOf = definition.form === undefined || revealed === 'everything' ? undefined : field
  return { name, sql: (writer, scope) => maskedSql(value.value(writer, scope), masks), readers: definition.readers, answersOf }
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
  { name, from: path }: { name: string; from: string },
  { joins, revealed }: { joins: Map<string, { alias: string; sql: string }>; revealed: Revealed },
): Column {
  const [first = '', ...rest] = path.split('.')
  let field = outputField(callId, selection.entity, first)
  let sql = rest.length === 0 ? '' : `${ROW}.${quote(first)}`
  if (rest.length === 0) return plainColumn(callId, selection, name, first, revealed)
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
  if (field.form !== undefined)
    throw new AgonError('CALL_COMPILE', {
      call: callId,
      reason: `"${path}" leads into answers: name the field itself, in a call of its entity`,
    })
  if (rest.length > 0) {
    if (!['json', 'localText', 'file', 'files'].includes(field.type))
      throw new AgonError('CALL_COMPILE', { call: callId, reason: `"${path}" goes below a ${field.type}` })
    sql = `(${sql} #> ${literal(`{${rest.map((part) => JSON.stringify(part)).join(',')}}`)})`
  }
  const masks = typeof revealed === 'string' ? [] : entityMasks(field, selection.platform)
  return { name, sql: () => maskedSql(sql, masks), readers }
}

/** The database computes what reads other rows or the asker's reach. The linker has checked that all of it may be sent. */
function sqlColumn({ entity, platform }: RowSelection, { name, cel }: { name: string; cel: string }): Column {
  const expression = celToSql({ cel, entity, platform, alias: ROW })
  return { name, sql: expression.value }
}

function computedOutput(
  callId: string,
  selection: RowSelection,
  output: { name: string; cel: string },
  { columns, revealed }: { columns: Column[]; revealed: Revealed },
): Computed {
  const expression = compileExpression(output.cel)
  for (const [root, field] of expression.references) {
    if (root !== 'row' || field === undefined || columns.some(({ name }) => name === HIDDEN + field)) continue
    columns.push({ ...plainColumn(callId, selection, HIDDEN + field, field, revealed), readers: undefined })
  }
  return { name: output.name, evaluate: expression.evaluate }
}
