/** `list`, `count` and the rows of `export`: condition, filters, search, order, one page. A page and its total are one statement. */

import type { GroupField, OutputField } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import { quote } from '../../database/tableModel.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import { outputReaders } from '../fieldReaders.ts'
import { rowFilters } from '../rowFilters.ts'
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
  const query = listQuery(context, outputFields(context))
  const pageSize = context.operation.pageSize ?? DEFAULT_PAGE_SIZE
  return {
    transactional: false,
    async run(input, run, reach) {
      const page = { pageNum: Number(input.pageNum ?? 1), pageSize: Math.min(Number(input.pageSize ?? pageSize), MAX_PAGE_SIZE) }
      const writer = new SqlWriter()
      const { columns, from, order } = query.write(writer, input, run, reach)
      const total = `(SELECT count(*)::integer ${query.table} WHERE ${from}) AS "${TOTAL}"`
      const skip = (page.pageNum - 1) * page.pageSize
      const text = `SELECT ${columns}, ${total} ${query.table} ${query.output.joins} WHERE ${from} ORDER BY ${order} LIMIT ${writer.value(page.pageSize, 'integer')} OFFSET ${writer.value(skip, 'bigint')}`
      const { rows } = await run.query(writer.statement(text))
      const count = rows.length > 0 ? Number(rows[0]![TOTAL]) : skip === 0 ? 0 : await query.count(input, run, reach)
      for (const row of rows) delete row[TOTAL]
      return { list: query.output.shape(rows, run.scope(input), run.session), total: count, ...page }
    },
  }
}

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
  count(input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach): Promise<number>
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
  return {
    output,
    table,
    write: (writer, input, run, reach) => ({
      columns: output.columns(writer, run.scope(input)),
      from: where(writer, input, run, reach),
      order: order(input.sort, writer, run),
    }),
    async count(input, run, reach) {
      const writer = new SqlWriter()
      const { rows } = await run.query<{ total: number }>(
        writer.statement(`SELECT count(*)::integer AS total ${table} WHERE ${where(writer, input, run, reach)}`),
      )
      return rows[0]!.total
    },
  }
}

/** @throws CALL_INPUT in the shape of a validation error */
export function refuseInput(callId: string, path: string, rule: string): never {
  throw new AgonError('CALL_INPUT', { call: callId, errors: [{ path, rule }] })
}
