/** A timer: the statement that finds rows whose time has come, and what happens to one of them. The mark in `platform.timed` is written in the same
 *  transaction, so that each row and time is acted on once, whichever process finds it and wherever one ends. Without a time: the rows of `where`, at every
 *  turn and without marks. */
import type { Cel, EntityDocument, TimerDocument } from '../../core/documents.ts'
import { AgonError } from '../../core/errors.ts'
import { compileExpression, referencesOf } from '../../core/expressions/index.ts'
import type { Platform } from '../../core/platform.ts'
import { MS_PER_HOUR } from '../../core/time.ts'
import type { CallRun } from '../calls/CallRun.ts'
import { compileEffects } from '../calls/effects.ts'
import { referredFields } from '../calls/referredFields.ts'
import { ROW, wholeRow } from '../calls/rowSource.ts'
import { celToSql } from '../database/celToSql.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { datetimeText } from '../database/sql/casts.ts'
import type { ConstantScope } from '../database/sql/fragment.ts'
import type { TableModel } from '../database/tableModel.ts'
import { entityField, quote, tableName } from '../database/tableNames.ts'

/** The time, as the row's statement names it. */
const DUE = '_dueAt'
const LATE_HOURS = 24

/** `dueAt`: `2026-11-21T08:00:00.000Z` */
export type DueRow = { id: string; dueAt: string }

export interface Timer {
  document: TimerDocument
  /** Rows whose time has come and that were not acted on, by id. @param after  id of the last one seen */
  due(run: CallRun, after: string, max: number): Promise<DueRow[]>
  /** Rows whose time comes after now and not later than `until`, as things stand, the earliest first. @param where  fields of the row that have these values */
  upcoming(run: CallRun, where: Readonly<Record<string, string>>, span: { until: Date | null; max: number }): Promise<DueRow[]>
  /** Inside a transaction. @returns false when another process has acted, or the row is no longer one of them */
  act(run: CallRun, row: DueRow): Promise<boolean>
}

/** @throws AgonError CEL_SQL, CALL_COMPILE */
export function compileTimer(document: TimerDocument, platform: Platform, tables: ReadonlyMap<string, TableModel>): Timer {
  const entity = platform.get('entity', document.entity)
  const model = tables.get(entity.id)!
  const where = document.where ? celToSql({ cel: document.where.cel, entity, platform, alias: ROW }) : null
  const comes = document.at ? compileTime(document, document.at, platform) : null
  const referred = referredFields(entity, platform, ROW)
  const effects = compileEffects(document.do, referred.over)
  const columns = wholeRow({ entity, model, platform }, ROW)
  const table = `${quote(model.name)} ${ROW}`

  /** What holds for a row whose turn it is, and the time as SQL. */
  function condition(run: CallRun, writer: SqlWriter): { time: string; holds: string } {
    const chosen = where?.condition(writer, run.scope({})) ?? 'TRUE'
    if (!comes) return { time: NO_TIME, holds: `(${chosen})` }
    const { time, holds } = comes.condition(run, writer)
    return { time: datetimeText(time), holds: `${holds.before}(${chosen}) AND ${holds.after}` }
  }

  return {
    document,
    async due(run, after, max) {
      const writer = new SqlWriter()
      const { time, holds } = condition(run, writer)
      const text = `SELECT ${ROW}."id"::text AS id, ${time} AS "dueAt" FROM ${table} WHERE ${holds} AND ${ROW}."id" > ${writer.value(after, 'bigint')} ORDER BY ${ROW}."id" LIMIT ${max}`
      return (await run.query<DueRow>(writer.statement(text))).rows
    },
    async upcoming(run, fields, { until, max }) {
      if (!comes) return []
      const writer = new SqlWriter()
      const scope = run.scope({})
      const time = comes.moment(writer, scope)
      const tests = Object.entries(fields).map(([name, value]) => `${ROW}.${quote(name)} = ${writer.value(value, 'bigint')}`)
      if (where) tests.push(where.condition(writer, scope))
      if (until) tests.push(`${time} <= ${writer.value(until.toISOString(), 'timestamptz')}`)
      const now = writer.value(run.now.toISOString(), 'timestamptz')
      const text = `SELECT ${ROW}."id"::text AS id, ${datetimeText(time)} AS "dueAt" FROM ${table} WHERE ${[...tests, `${time} > ${now}`].join(' AND ')} ORDER BY ${time}, ${ROW}."id" LIMIT ${max}`
      return (await run.query<DueRow>(writer.statement(text))).rows
    },
    async act(run, { id, dueAt }) {
      const writer = new SqlWriter()
      const scope = run.scope({})
      const { time, holds } = condition(run, writer)
      const selected = `${columns(writer, scope)}${referred.columns(writer, scope)}, ${time} AS "${DUE}"`
      const text = `SELECT ${selected} FROM ${table} WHERE ${ROW}."id" = ${writer.value(id, 'bigint')} AND ${holds} FOR UPDATE OF ${ROW} SKIP LOCKED`
      const [row] = (await run.query<Record<string, unknown>>(writer.statement(text))).rows
      if (row === undefined || row[DUE] !== dueAt) return false
      if (comes) await mark(run, document.id, { id, dueAt })
      await effects(run, { ...scope, row: { ...row, id } })
      return true
    },
  }
}

/** Stands for the time of rows that have none. */
const NO_TIME = `''::text`

async function mark(run: CallRun, timer: string, { id, dueAt }: DueRow): Promise<void> {
  const writer = new SqlWriter()
  const values = [timer, id, dueAt].map((value, place) => writer.value(value, place === 2 ? 'timestamptz' : 'text'))
  await run.query(writer.statement(`INSERT INTO platform_timed ("timer", "rowId", "dueAt") VALUES (${values.join(', ')})`))
}

/** The time as SQL, and that it has come, not too long ago, and has no mark. */
function compileTime(document: TimerDocument, cel: Cel, platform: Platform) {
  const entity = platform.get('entity', document.entity)
  const at = celToSql({ cel: cel.cel, entity, platform, alias: ROW })
  if (at.kind !== 'datetime' && at.kind !== 'date')
    throw new AgonError('CALL_COMPILE', { call: document.id, reason: `"at" is a ${at.kind} in SQL, not a moment of the row` })
  const through = dueThroughRef(entity, cel, platform)
  const lateMs = (document.lateHours ?? LATE_HOURS) * MS_PER_HOUR
  const moment = (writer: SqlWriter, scope: ConstantScope) => `(${at.value(writer, scope)})::timestamptz`
  const condition = (run: CallRun, writer: SqlWriter) => {
    const scope = run.scope({})
    // the wire knows milliseconds, and so do the marks
    const time = `date_trunc('milliseconds', ${moment(writer, scope)})`
    const from = writer.value(new Date(run.now.getTime() - lateMs).toISOString(), 'timestamptz')
    const to = writer.value(run.now.toISOString(), 'timestamptz')
    const marked = `SELECT 1 FROM platform_timed m WHERE m."timer" = ${writer.value(document.id, 'text')} AND m."rowId" = ${ROW}."id"::text AND m."dueAt" = ${time}`
    const before = through === null ? '' : `${through(writer, scope, { from, to })} AND `
    return { time, holds: { before, after: `${time} <= ${to} AND ${time} > ${from} AND NOT EXISTS (${marked})` } }
  }
  return { moment, condition }
}

interface Window {
  from: string
  to: string
}

/** A time that is a matter of one ref alone (`row.slotId.startsAt`): the few rows it leads to are found first, so that an index on the ref
 *  serves the many. Null when the time is the row's own. */
function dueThroughRef(entity: EntityDocument, at: Cel, platform: Platform) {
  const paths = referencesOf(compileExpression(at.cel).ast)
  const [, field] = paths[0] ?? []
  const target = field === undefined ? undefined : entityField(entity, field)
  if (target?.type !== 'ref' || !paths.every((path) => path[0] === 'row' && path[1] === field && path.length > 2)) return null
  const other = platform.get('entity', target.entity!)
  const time = celToSql({ cel: at.cel.replaceAll(`row.${field}.`, 'row.'), entity: other, platform, alias: 'd' })
  return (writer: SqlWriter, scope: ConstantScope, { from, to }: Window) => {
    const value = `(${time.value(writer, scope)})::timestamptz`
    return `${ROW}.${quote(field!)} IN (SELECT d."id" FROM ${quote(tableName(other.id))} d WHERE ${value} <= ${to} AND ${value} > ${from})`
  }
}
