/** The statements of every write that code makes: each locks the rows, writes them and adds their entries to the audit log, in one piece. What the
 *  entries say of the rows before and after is read by the statement itself, so no caller can tell it otherwise. */
import type { ChangeLog } from '../../core/contracts.ts'
import type { Text } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { assignments, encodeValue } from '../calls/columnValues.ts'
import { ROW, type RowSelection } from '../calls/rowSource.ts'
import { type SqlStatement, SqlWriter } from '../database/SqlWriter.ts'
import { quote } from '../database/tableNames.ts'
import { hasEntries, isLogged, type LogSource, logWriter } from '../log/logEntry.ts'
import { writeText } from './writeText.ts'

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

/** Inserts rows and answers their ids, in the order of `rows`. @param missing  fields of a unique combination: rows that are there already stay */
export function insertStatement(write: RowWrite, rows: readonly Values[], missing?: readonly string[]): SqlStatement {
  const { selection } = write
  const writer = new SqlWriter()
  const names = [...new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)))]
  const tuples = rows.map((row) => `(${names.map((name) => inserted(selection, name, row[name], writer)).join(', ')})`)
  const values = names.length > 0 ? `VALUES ${tuples.join(', ')}` : 'DEFAULT VALUES'
  const others = missing ? ` ON CONFLICT (${missing.map(quote).join(', ')}) DO NOTHING` : ''
  const columns = names.length > 0 ? `(${names.map(quote).join(', ')}) ` : ''
  const entry = entryOf(write, writer)
  return writer.statement(writeText(selection).insert({ rows: `${columns}${values}${others}`, entry, answer: IDS }))
}

/** Changes rows and answers their ids. Columns whose value is undefined stay. */
export function updateStatement(write: RowWrite, condition: Condition, change: Values): SqlStatement {
  const { selection, run } = write
  const writer = new SqlWriter()
  const names = Object.keys(change).filter((name) => change[name] !== undefined)
  const set = names.map((name) => ({ name, sql: encoded(selection, name, change[name], writer) }))
  const touched = { name: 'updatedAt', sql: writer.value(run.now.toISOString(), 'timestamptz') }
  const entry = names.some((name) => isLogged(selection.entity, name)) ? entryOf(write, writer) : null
  const isNamed = (name: string) => names.includes(name)
  return writer.statement(
    writeText(selection).change({ where: condition(writer), set: [...set, touched], isLogged: isNamed, entry, answer: IDS }),
  )
}

export interface Counted {
  by: Readonly<Record<string, number>>
  /** Counter -> the field with its limit; an empty one is no limit. */
  atMost: Readonly<Record<string, string>>
}

/** Adds to counters of rows that have room and answers their ids. They are in no entry. */
export function countStatement({ selection }: RowWrite, condition: Condition, { by, atMost: atMax }: Counted): SqlStatement {
  const logged = Object.keys(by).filter((name) => isLogged(selection.entity, name))
  if (logged.length > 0)
    throw new AgonError('SERVER_FAULT', { message: `${selection.entity.id}: only "unlogged" fields are counted, not ${logged.join(', ')}` })
  const writer = new SqlWriter()
  const sums = Object.entries(by).map(([name, amount]) => ({
    name,
    sql: `${ROW}.${quote(name)} + ${encoded(selection, name, amount, writer)}`,
  }))
  const room = sums.flatMap(({ name, sql }) => {
    const limit = atMax[name]
    return limit === undefined ? [] : [`(${ROW}.${quote(limit)} IS NULL OR ${sql} <= ${ROW}.${quote(limit)})`]
  })
  const where = [condition(writer), ...room].join(' AND ')
  return writer.statement(`UPDATE ${quote(selection.model.name)} ${ROW} SET ${assignments(sums)} WHERE ${where} RETURNING ${ROW}."id"`)
}

/** Removes rows and answers their ids. */
export function deleteStatement(write: RowWrite, condition: Condition): SqlStatement {
  const writer = new SqlWriter()
  const where = condition(writer)
  return writer.statement(writeText(write.selection).remove({ where, entry: entryOf(write, writer), answer: IDS }))
}

const IDS = `${ROW}."id" FROM ${ROW} ORDER BY ${ROW}."id"`

function entryOf({ run, selection, title, log }: RowWrite, writer: SqlWriter): ((source: LogSource) => string) | null {
  const into = hasEntries(selection.entity) ? logWriter(selection.platform, selection.entity, title) : null
  return into && ((source) => into.insertFrom(writer, run, log, source))
}

/** A null becomes the default of a column that has one. */
function inserted(selection: RowSelection, name: string, value: unknown, writer: SqlWriter): string {
  const column = columnOf(selection, name)
  return value == null && column.default !== null ? 'DEFAULT' : encoded(selection, name, value, writer)
}

/** A value of code as the parameter of a column. @throws SERVER_FAULT for a field that is not stored */
export function encoded(selection: RowSelection, name: string, value: unknown, writer: SqlWriter): string {
  const column = columnOf(selection, name)
  return writer.value(encodeValue(value, column), column.type)
}

function columnOf({ model, entity }: RowSelection, name: string) {
  const column = model.columns.get(name)
  if (!column) throw new AgonError('SERVER_FAULT', { message: `${entity.id} has no stored field "${name}"` })
  return column
}
