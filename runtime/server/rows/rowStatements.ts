/** The statements of every write that code makes: each locks the rows, writes them and adds their entries to the operation log, in one piece. What the
 *  entries say of the rows before and after is read by the statement itself, so no caller can tell it otherwise. */
import type { ChangeLog } from '../../core/contracts.ts'
import type { Text } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { assignments, encodeValue } from '../calls/columnValues.ts'
import { logSnapshot, type RowSelection } from '../calls/rowSource.ts'
import { type SqlStatement, SqlWriter } from '../database/SqlWriter.ts'
import { quote } from '../database/tableNames.ts'
import { hasEntries, isLogged, logWriter } from '../log/logEntry.ts'

export type Values = Readonly<Record<string, unknown>>
/** WHERE over the alias `t`. */
export type Condition = (writer: SqlWriter) => string

export interface RowWrite {
  run: CallRun
  selection: RowSelection
  /** What the entry is called. */
  title: Text | undefined
  log: ChangeLog
}

const ROW = 't'
const OLD = 'old'
const NONE = 'NULL::jsonb'

/** Inserts rows and answers their ids, in the order of `rows`. @param missing  fields of a unique combination: rows that are there already stay */
export function insertStatement(write: RowWrite, rows: readonly Values[], missing?: readonly string[]): SqlStatement {
  const { selection } = write
  const writer = new SqlWriter()
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)))]
  const tuples = rows.map((row) => `(${names.map((name) => inserted(selection, name, row[name], writer)).join(', ')})`)
  const target = `${quote(selection.model.name)} (${names.map(quote).join(', ')})`
  const values = names.length > 0 ? `VALUES ${tuples.join(', ')}` : 'DEFAULT VALUES'
  const others = missing ? ` ON CONFLICT (${missing.map(quote).join(', ')}) DO NOTHING` : ''
  const insert = `INSERT INTO ${target} ${values}${others} RETURNING *`
  const entry = logEntry(write, writer, { from: ROW, before: NONE, after: logSnapshot(selection, ROW) })
  return writer.statement(`WITH ${ROW} AS (${insert})${entry} SELECT ${ROW}."id" FROM ${ROW} ORDER BY ${ROW}."id"`)
}

/** Changes rows and answers their ids. Columns whose value is undefined stay. */
export function updateStatement(write: RowWrite, condition: Condition, change: Values): SqlStatement {
  const { selection, run } = write
  const writer = new SqlWriter()
  const names = Object.keys(change).filter((name) => change[name] !== undefined)
  const set = names.map((name) => ({ name, sql: encoded(selection, name, change[name], writer) }))
  const touched = { name: 'updatedAt', sql: writer.value(run.now.toISOString(), 'timestamptz') }
  const table = quote(selection.model.name)
  const update = `UPDATE ${table} n SET ${assignments([...set, touched])} FROM ${OLD} WHERE n."id" = ${OLD}."id" RETURNING n.*`
  const isNamed = (name: string) => names.includes(name)
  const source = { before: logSnapshot(selection, OLD, isNamed), after: logSnapshot(selection, ROW, isNamed) }
  const from = `${ROW} JOIN ${OLD} ON ${OLD}."id" = ${ROW}."id"`
  const held = `WITH ${OLD} AS (${locked(selection, condition, writer, 'NO KEY UPDATE')}), ${ROW} AS (${update})`
  const entry = names.some((name) => isLogged(selection.entity, name)) ? logEntry(write, writer, { from, ...source }) : ''
  return writer.statement(`${held}${entry} SELECT ${ROW}."id" FROM ${ROW} ORDER BY ${ROW}."id"`)
}

export interface Counted {
  by: Readonly<Record<string, number>>
  /** Counter -> the field with its limit; an empty one is no limit. */
  atMost: Readonly<Record<string, string>>
}

/** Adds to counters of rows that have room and answers their ids. They are in no entry. */
export function countStatement({ selection }: RowWrite, condition: Condition, { by, atMost }: Counted): SqlStatement {
  const logged = Object.keys(by).filter((name) => isLogged(selection.entity, name))
  if (logged.length > 0)
    throw new AgonError('SERVER_FAULT', { message: `${selection.entity.id}: only "unlogged" fields are counted, not ${logged.join(', ')}` })
  const writer = new SqlWriter()
  const sums = Object.entries(by).map(([name, amount]) => ({
    name,
    sql: `${ROW}.${quote(name)} + ${encoded(selection, name, amount, writer)}`,
  }))
  const room = sums.flatMap(({ name, sql }) => {
    const limit = atMost[name]
    return limit === undefined ? [] : [`(${ROW}.${quote(limit)} IS NULL OR ${sql} <= ${ROW}.${quote(limit)})`]
  })
  const where = [condition(writer), ...room].join(' AND ')
  return writer.statement(`UPDATE ${quote(selection.model.name)} ${ROW} SET ${assignments(sums)} WHERE ${where} RETURNING ${ROW}."id"`)
}

/** Removes rows and answers their ids. */
export function deleteStatement(write: RowWrite, condition: Condition): SqlStatement {
  const { selection } = write
  const writer = new SqlWriter()
  const remove = `DELETE FROM ${quote(selection.model.name)} n USING ${OLD} WHERE n."id" = ${OLD}."id" RETURNING n.*`
  const held = `WITH ${OLD} AS (${locked(selection, condition, writer, 'UPDATE')}), ${ROW} AS (${remove})`
  const entry = logEntry(write, writer, { from: ROW, before: logSnapshot(selection, ROW), after: NONE })
  return writer.statement(`${held}${entry} SELECT ${ROW}."id" FROM ${ROW} ORDER BY ${ROW}."id"`)
}

/** The weaker lock of a change lets rows be added meanwhile that refer to these. */
function locked({ model }: RowSelection, condition: Condition, writer: SqlWriter, strength: 'NO KEY UPDATE' | 'UPDATE'): string {
  return `SELECT ${ROW}.* FROM ${quote(model.name)} ${ROW} WHERE ${condition(writer)} ORDER BY ${ROW}."id" FOR ${strength}`
}

function logEntry(
  { run, selection, title, log }: RowWrite,
  writer: SqlWriter,
  source: { from: string; before: string; after: string },
): string {
  if (!hasEntries(selection.entity)) return ''
  const into = logWriter(selection.platform, selection.entity, title)
  return into ? `, log AS (${into.insertFrom(writer, run, log, { ...source, alias: ROW })})` : ''
}

/** A null becomes the default of a column that has one. */
function inserted(selection: RowSelection, name: string, value: unknown, writer: SqlWriter): string {
  const column = columnOf(selection, name)
  return value == null && column.default !== null ? 'DEFAULT' : encoded(selection, name, value, writer)
}

function encoded(selection: RowSelection, name: string, value: unknown, writer: SqlWriter): string {
  const column = columnOf(selection, name)
  return writer.value(encodeValue(value, column), column.type)
}

function columnOf({ model, entity }: RowSelection, name: string) {
  const column = model.columns.get(name)
  if (!column) throw new AgonError('SERVER_FAULT', { message: `${entity.id} has no stored field "${name}"` })
  return column
}
