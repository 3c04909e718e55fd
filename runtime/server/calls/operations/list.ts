/** `list`, `count` and the rows of `export`: condition, filters, search, order, one page. A page and its total are one statement. */

import type { GroupField, OutputField } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { celToSql } from '../../database/celToSql.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableModel.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import { outputReaders } from '../fieldReaders.ts'
import { rowFilters } from '../rowFilters.ts'
import { rowLabels } from '../rowLabels.ts'
import { rowOrder } from '../rowOrder.ts'
import { type RowOutput, rowOutput } from '../rowOutput.ts'
import { ROW, rowCondition } from '../rowSource.ts'
import { countGroups } from './countGroups.ts'
import { type CompiledOperation, type OperationContext, type OperationOf, outputFields, selectionOf } from './operation.ts'

type ListContext = OperationContext<OperationOf<'list'>>

const DEFAULT_PAGE_SIZE = 20
/** Rows of one page, at most. */
export const MAX_PAGE_SIZE = 100
/** Column for the total; no field can have this name. */
const TOTAL = '.total'

/** Statement of all rows that a list or an export means for an input. */
export interface RowsQuery {
  text: string
  values: unknown[]
  shape(rows: Record<string, unknown>[]): Record<string, unknown>[]
}

export function compileList(context: ListContext): CompiledOperation {
  const { operation } = context
  const query = listQuery(context, outputFields(context))
  const label = rowLabels(context, outputFields(context))
  const pageSize = operation.pageSize ?? DEFAULT_PAGE_SIZE
  const turns = listTurns(context)
  return {
    transactional: false,
    async run(input, run, reach) {
      const page = { pageNum: Number(input.pageNum ?? 1), pageSize: Math.min(Number(input.pageSize ?? pageSize), MAX_PAGE_SIZE) }
      const span = { skip: (page.pageNum - 1) * page.pageSize, size: page.pageSize }
      const asked = { input, run, reach }
      const inTurns = turns !== null && (input.sort === undefined || input.sort === null || input.sort === '')
      const { rows, total } = inTurns ? await rowsInTurns(query, turns, asked, span) : await pageOfRows(query, asked, span)
      const list = query.output.shape(rows, run.scope(input), run.session)
      await label(list, run, reach)
      const most = operation.countUpTo
      return most === undefined ? { list, total, ...page } : { list, total: Math.min(total, most), atLeast: total > most, ...page }
    },
  }
}

interface Asked {
  input: Readonly<Record<string, unknown>>
  run: CallRun
  reach: Reach
}
interface Span {
  skip: number
  size: number
}
type Turn = (writer: SqlWriter, asked: Asked) => string

function listTurns({ operation, platform }: ListContext): Turn[] | null {
  const entity = platform.get('entity', operation.entity)
  const turns = operation.sort?.turns?.map(({ cel }) => celToSql({ cel, entity, platform, alias: ROW }))
  return (
    turns?.map(
      (turn) =>
        (writer, { input, run }) =>
          turn.condition(writer, run.scope(input)),
    ) ?? null
  )
}

/** A page and the total of all that is asked for, in one statement. */
async function pageOfRows(query: ListQuery, asked: Asked, { skip, size }: Span, turn?: Turn): Promise<{ rows: Row[]; total: number }> {
  const { input, run, reach } = asked
  const writer = new SqlWriter()
  const { columns, from, order } = query.write(writer, input, run, reach)
  const here = turn ? `${from} AND ${turn(writer, asked)}` : from
  const text = `SELECT ${columns}, ${query.total(from)} AS "${TOTAL}" ${query.table} ${query.output.joins} WHERE ${here} ORDER BY ${order} LIMIT ${writer.value(size, 'integer')} OFFSET ${writer.value(skip, 'bigint')}`
  const { rows } = await run.query<Row>(writer.statement(text))
  const total = rows.length > 0 ? Number(rows[0]![TOTAL]) : skip === 0 && !turn ? 0 : await query.count(input, run, reach)
  for (const row of rows) delete row[TOTAL]
  return { rows, total }
}

/** One turn after the other until the page is full: mostly the first is enough. Turns that lie before the page are only counted. */
async function rowsInTurns(query: ListQuery, turns: readonly Turn[], asked: Asked, span: Span): Promise<{ rows: Row[]; total: number }> {
  const found: Row[] = []
  let { skip } = span
  let total = 0
  for (const [index, turn] of turns.entries()) {
    const page = await pageOfRows(query, asked, { skip, size: span.size - found.length }, turn)
    if (index === 0) total = page.total
    if (total === 0) break
    found.push(...page.rows)
    if (found.length === span.size) break
    skip =
      page.rows.length > 0
        ? 0
        : Math.max(0, skip - (await query.count(asked.input, asked.run, asked.reach, (writer) => turn(writer, asked))))
  }
  return { rows: found, total }
}

type Row = Record<string, unknown>

export function compileCount(context: ListContext): CompiledOperation {
  if (context.operation.groupBy) return compileGroups(context, context.operation.groupBy)
  const query = listQuery(context, ['id'])
  return { transactional: false, run: async (input, run, reach) => ({ total: await query.count(input, run, reach) }) }
}

function compileGroups(context: ListContext, groupBy: readonly GroupField[]): CompiledOperation {
  const query = listQuery(context, groupBy)
  const selection = selectionOf(context, context.operation.entity)
  const readers = groupBy.map(({ from }) => outputReaders(context.call.id, selection, from.split('.')[0]!))
  const groups = countGroups(groupBy, context.platform.app.timeZone)
  return {
    transactional: false,
    async run(input, run, reach) {
      for (const assertReader of readers) assertReader(run.session)
      const writer = new SqlWriter()
      const { columns, from } = query.write(writer, input, run, reach)
      const { rows } = await run.query(
        writer.statement(groups.text(`SELECT ${columns} ${query.table} ${query.output.joins} WHERE ${from}`)),
      )
      return groups.reply(rows)
    },
  }
}

/** For exports and other parts of the server that need every row. Fields: the declared output, and for an export also its columns' own. */
export function compileRows(context: ListContext): (input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach) => RowsQuery {
  const query = listQuery(context, rowFields(context))
  return (input, run, reach) => {
    const writer = new SqlWriter()
    const { columns, from, order } = query.write(writer, input, run, reach)
    const text = `SELECT ${columns} ${query.table} ${query.output.joins} WHERE ${from} ORDER BY ${order}`
    return { text, values: writer.values, shape: (rows) => query.output.shape(rows, run.scope(input), run.session) }
  }
}

function rowFields(context: ListContext): OutputField[] {
  const { call, operation } = context
  const declared = call.output === undefined ? [] : [...outputFields(context)]
  const names = new Set(declared.map((field) => (typeof field === 'string' ? field : field.name)))
  const wanted = [...(operation.export?.columns.map(({ field }) => field) ?? []), ...Object.values(operation.export?.formField ?? {})]
  return [...declared, ...new Set(wanted.filter((field) => !names.has(field)))]
}

interface ListQuery {
  output: RowOutput
  table: string
  write(
    writer: SqlWriter,
    input: Readonly<Record<string, unknown>>,
    run: CallRun,
    reach: Reach,
  ): { columns: string; from: string; order: string }
  /** Number of the rows of a condition, as far as they are counted. */
  total(from: string): string
  count(input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach, more?: (writer: SqlWriter) => string): Promise<number>
}

function listQuery(context: ListContext, fields: readonly OutputField[]): ListQuery {
  const { call, operation } = context
  const selection = selectionOf(context, operation.entity)
  const condition = rowCondition(selection, undefined, operation.where)
  const filters = rowFilters(call.id, selection, operation)
  const order = rowOrder(call.id, selection, operation.sort)
  const output = rowOutput(call.id, selection, fields)
  const table = `FROM ${quote(selection.model.name)} ${ROW}`
  const where = (writer: SqlWriter, input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach) =>
    [condition.write(writer, run.scope(input), reach), ...filters(writer, input, run)].join(' AND ')
  // a list that counts up to a number counts one more, to know whether there are more
  const most = operation.countUpTo
  const total = (from: string) =>
    most === undefined
      ? `(SELECT count(*)::integer ${table} WHERE ${from})`
      : `(SELECT count(*)::integer FROM (SELECT ${table} WHERE ${from} LIMIT ${most + 1}) AS counted)`
  return {
    output,
    table,
    write: (writer, input, run, reach) => ({
      columns: output.columns(writer, run.scope(input)),
      from: where(writer, input, run, reach),
      order: order(input.sort, writer, run),
    }),
    total,
    async count(input, run, reach, more) {
      const writer = new SqlWriter()
      const parts = [where(writer, input, run, reach), ...(more ? [more(writer)] : [])]
      const { rows } = await run.query<{ total: number }>(writer.statement(`SELECT ${total(parts.join(' AND '))} AS total`))
      return rows[0]!.total
    },
  }
}

/** @throws CALL_INPUT in the shape of a validation error */
export function refuseInput(callId: string, path: string, rule: string): never {
  throw new AgonError('CALL_INPUT', { call: callId, errors: [{ path, rule }] })
}
