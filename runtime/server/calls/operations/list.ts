/** `list`, `count` and the rows of `export`: condition, filters, search, order, one page. A page and its total are one statement. */

import type { CallDocument, EntityDocument, GroupField, OutputField } from '../../../core/documents.ts'
import { AgonError } from '../../../core/errors.ts'
import { isId } from '../../../core/idPattern.ts'
import { isAlike } from '../../../core/isAlike.ts'
import type { Platform } from '../../../core/platform.ts'
import { celToSql } from '../../database/celToSql.ts'
import { presentFields } from '../../database/presentFields.ts'
import { SqlWriter } from '../../database/SqlWriter.ts'
import type { TableModel } from '../../database/tableModel.ts'
import { quote } from '../../database/tableNames.ts'
import type { SelectedRows } from '../../serverContext.ts'
import type { Reach } from '../accessRule.ts'
import type { CallRun } from '../CallRun.ts'
import { outputReaders } from '../fieldReaders.ts'
import { type RowFilters, rowFilters } from '../rowFilters.ts'
import { rowLabels } from '../rowLabels.ts'
import { rowOrder } from '../rowOrder.ts'
import { type Revealed, type RowOutput, rowOutput } from '../rowOutput.ts'
import { ownColumn, ROW, type RowSelection, rowCondition } from '../rowSource.ts'
import { countGroups } from './countGroups.ts'
import { askedCounts, type FacetRow, type Facets, facetCounts, facetsReply } from './facets.ts'
import { type CompiledOperation, type OperationContext, type OperationOf, outputFields, selectionOf } from './operation.ts'

type ListContext = OperationContext<OperationOf<'list'>>

const DEFAULT_PAGE_SIZE = 20
/** Rows of one page, at most. */
export const MAX_PAGE_SIZE = 100
/** Up to this many rows, sorting all of them is faster than reading turn by turn. */
const SMALL_RESULT_ROWS = 300
/** A list whose `countUpTo` is at least this can be long: a plan for each request costs less than one plan for all values. */
const LARGE_STEP_ROWS = 1_000
/** Most rows before a page: the database reads and skips each of them. */
const MAX_SKIP = 100_000
/** How statements name a column of the listed entity. */
const OWN_COLUMN = new RegExp(`\\b${ROW}\\."[^"]+"`, 'g')
/** Columns for the total, and for its row when there is no other; no field can have these names. */
const TOTAL = '.total'
const NONE = '.none'

/** Statement of a `list`: a page of rows and their number. */
export function compileList(context: ListContext): CompiledOperation {
  const { operation } = context
  const query = listQuery(context, outputFields(context))
  const near = isAlike(operation, context.platform.get('entity', operation.entity))
    ? listQuery(context, outputFields(context), [], true)
    : null
  const label = rowLabels(context, outputFields(context))
  const pageSize = operation.pageSize ?? DEFAULT_PAGE_SIZE
  const turnsOf = listTurns(context)
  const facetsOf = operation.facets ? compileFacets(context, operation.facets) : null
  return {
    transactional: false,
    async run(input, run, reach) {
      const page = { pageNum: Number(input.pageNum ?? 1), pageSize: Math.min(Number(input.pageSize ?? pageSize), MAX_PAGE_SIZE) }
      const span = { skip: (page.pageNum - 1) * page.pageSize, size: page.pageSize }
      if (span.skip > MAX_SKIP) throw new AgonError('PAGE_TOO_FAR', { limit: MAX_SKIP })
      const asked = { input, run, reach }
      await query.assertOpen(asked)
      const turns = input.sort === undefined || input.sort === null || input.sort === '' ? turnsOf(input) : []
      const found = await foundRows(query, turns, asked, span)
      const others = near && found.total === 0 && near.isSearch(input) ? await pageOfFew(near, turns, asked, span) : 'many'
      const isNear = others !== 'many' && others.total > 0
      const { rows, total, isMore } = isNear ? others : found
      const list = await query.output.shape(rows, run.scope(input), run.asker)
      await label(list, run, reach)
      const counted = operation.countUpTo === undefined ? { list, total } : { list, total, atLeast: isMore }
      const facets = facetsOf && input.facets === true ? { facets: await facetsOf(asked) } : {}
      return { ...counted, ...(near && { near: isNear }), ...facets, ...page }
    },
  }
}

/** How many rows each value of the facets would leave; a facet that is filtered by is counted as if it were not. One statement. */
function compileFacets(context: ListContext, names: readonly string[]): (asked: Asked) => Promise<Facets> {
  const filter = context.operation.filter ?? {}
  const facets = names.map((name) => ({ name, field: filter[name]!.field }))
  const query = listQuery(context, [...new Set(facets.map(({ field }) => field))])
  const bare = listQuery(context, ['id'])
  const asked = facetInputs(context)
  return async ({ input, run, reach }) => {
    const writer = new SqlWriter()
    const inputs = await Promise.all(asked.map((facet) => namedValues(facet, run)))
    const without = (name: string | null) => (name === null ? input : { ...input, [name]: null })
    const rowsOf = (name: string | null) => {
      const { columns, from } = query.write(writer, without(name), run, reach, true)
      return `SELECT ${columns} FROM ${query.table} ${query.output.joins} WHERE ${from}`
    }
    const wholeRows = (name: string | null) =>
      `SELECT ${ROW}.* FROM ${bare.table} WHERE ${bare.write(writer, without(name), run, reach, true).from}`
    const isChosen = ({ name }: { name: string }) => input[name] !== undefined && input[name] !== null
    const valuesOf = ({ name, values }: FacetInput) =>
      values.map((value) => ({ facet: name, value, condition: query.matches(writer, { [name]: value }, run, reach) }))
    const others = facets.filter((facet) => !isChosen(facet))
    const counted = inputs.filter(({ values }) => values.length > 0)
    const free = counted.filter((facet) => !isChosen(facet))
    const parts = [
      ...(others.length > 0 ? [facetCounts(rowsOf(null), others)] : []),
      ...facets.filter(isChosen).map((facet) => facetCounts(rowsOf(facet.name), [facet])),
      ...(free.length > 0 ? [askedCounts(wholeRows(null), ROW, free.flatMap(valuesOf))] : []),
      ...counted.filter(isChosen).map((facet) => askedCounts(wholeRows(facet.name), ROW, valuesOf(facet))),
    ]
    const { rows } = await run.query<FacetRow & Row>(writer.statement(parts.join(' UNION ALL ')))
    return facetsReply(rows, [...names, ...inputs.map(({ name }) => name)])
  }
}

type FacetValue = string | number | boolean

interface FacetInput {
  name: string
  values: readonly FacetValue[]
}

/** Either its values are known, or a call answers them. */
type NamedFacet = FacetInput | { name: string; call: string }

/** Most values of one facet that a call answers. */
const MAX_ANSWERED = 60

function facetInputs({ operation, platform }: ListContext): NamedFacet[] {
  return Object.entries(operation.facetInputs ?? {}).map(([name, values]) => {
    if (Array.isArray(values)) return { name, values }
    if (typeof values === 'object') return { name, call: values.call }
    return { name, values: platform.get('enum', values).values.map(({ code }) => code) }
  })
}

async function namedValues(facet: NamedFacet, run: CallRun): Promise<FacetInput> {
  if ('values' in facet) return facet
  const options = (await run.set.runInside(run, facet.call, {})) as { value: FacetValue }[]
  return { name: facet.name, values: options.slice(0, MAX_ANSWERED).map(({ value }) => value) }
}

/** A search by words or in answers mostly finds few rows: they are found once, for the page and the total together. When it finds many, reading in the
 *  order of the list soon fills a page. */
async function foundRows(query: ListQuery, turns: readonly Turn[], asked: Asked, span: Span): Promise<Found> {
  if (query.isSearch(asked.input)) {
    if (query.isLong) for (const path of query.paths(asked.input)) asked.run.set.deps.services.fieldIndexes.used(path)
    const found = await pageOfFew(query, turns, asked, span)
    if (found !== 'many') return found
    if (query.isLong && span.skip + span.size < query.few) return commonRows(query, turns, asked, span)
  }
  const gaps = turns.length === 0 && query.isLong ? gapTurns(query.gappy(asked.input.sort)) : []
  const ways = gaps.length > 0 ? gaps : turns
  return ways.length > 0 ? rowsInTurns(query, ways, asked, span) : pageOfRows(query, asked, span)
}

/** There are more than are counted. */
async function commonRows(query: ListQuery, turns: readonly Turn[], asked: Asked, span: Span): Promise<Found> {
  const counted = { total: query.maxCounted(span), isMore: true }
  if (turns.length > 0) return { rows: await rowsOf(query, asked, span, { order: turns }), ...counted }
  const rows: Row[] = []
  // rows without the ordered value come last: mostly they are not read
  const gaps = gapTurns(query.gappy(asked.input.sort))
  if (gaps.length === 0 || span.skip > 0) return { rows: await rowsOf(query, asked, span, {}), ...counted }
  for (const turn of gaps)
    if (rows.length < span.size) rows.push(...(await rowsOf(query, asked, { skip: 0, size: span.size - rows.length }, { turn })))
  return { rows, ...counted }
}

/** A descending order in which empty values come last, as two turns that an index can serve. */
function gapTurns(column: string | null): Turn[] {
  return column === null ? [] : [`${column} IS NOT NULL`, `${column} IS NULL`].map((test) => ({ condition: () => test, isGap: true }))
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
interface Found extends Total {
  rows: Row[]
}
interface Total {
  /** Number of matching rows, up to the limit of the count. */
  total: number
  /** There are more than were counted. */
  isMore: boolean
}
interface Turn {
  condition(writer: SqlWriter, asked: Asked): string
  /** All rows have a value in the first field of the order, or none has. */
  isGap?: boolean
}

/** Entity and table of a list, with what its condition tells about the rows. */
function listSelection(context: ListContext): RowSelection {
  const selection = selectionOf(context, context.operation.entity)
  return { ...selection, present: presentFields(selection.entity, context.operation.where?.cel) }
}

/** The turns of a request; none when it filters by the field of the turns. */
function listTurns(context: ListContext): (input: Asked['input']) => readonly Turn[] {
  const { sort, filter = {} } = context.operation
  if (!sort?.turns) return () => []
  const { field, values } = sort.turns
  const { entity, platform, present } = listSelection(context)
  const test = celToSql({ cel: `row.${field} == value`, entity, platform, alias: ROW, present })
  const turns = values.map(
    (value): Turn => ({ condition: (writer, { input, run }) => test.condition(writer, { ...run.scope(input), value }) }),
  )
  const chosenBy = Object.entries(filter).flatMap(([name, { field: filtered, op }]) => (filtered === field && op === 'eq' ? [name] : []))
  return (input) => (chosenBy.some((name) => input[name] !== undefined && input[name] !== null) ? [] : turns)
}

/** A page and the total of all matching rows, in one statement. Of rows that are skipped only the order is read. */
async function pageOfRows(query: ListQuery, asked: Asked, span: Span, turn?: Turn): Promise<Found> {
  const rows = await rowsOf(query, asked, span, { ...(turn ? { turn } : {}), total: true })
  const counted = rows.length > 0 ? Number(rows[0]![TOTAL]) : span.skip === 0 && !turn ? 0 : await query.count(asked, { span })
  for (const row of rows) delete row[TOTAL]
  const max = query.maxCounted(span)
  return { rows, total: Math.min(counted, max), isMore: counted > max }
}

interface RowsOptions {
  /** Rows of this turn only. */
  turn?: Turn
  /** Turns to order by, before the order of the list. */
  order?: readonly Turn[]
  /** Counts all matching rows in the same statement. */
  total?: boolean
}

async function rowsOf(query: ListQuery, asked: Asked, span: Span, options: RowsOptions): Promise<Row[]> {
  const { input, run, reach } = asked
  const writer = new SqlWriter()
  const { columns, from, order } = query.write(writer, input, run, reach)
  const selected = options.total ? `${columns}, ${query.total(from, span)} AS "${TOTAL}"` : columns
  const here = options.turn ? `${from} AND ${options.turn.condition(writer, asked)}` : from
  const ordered = turnOrder(options.order ?? [], options.turn?.isGap ? order.replace(' NULLS LAST', '') : order, writer, asked)
  const { table, output } = query
  const page = pageSql(span, writer)
  const text =
    span.skip <= SMALL_RESULT_ROWS
      ? `SELECT ${selected} FROM ${table} ${output.joins} WHERE ${here} ORDER BY ${ordered} ${page}`
      : `SELECT ${selected} FROM (SELECT ${ROW}."id" FROM ${table} WHERE ${here} ORDER BY ${ordered} ${page}) AS page
          JOIN ${table} ON ${ROW}."id" = page."id" ${output.joins} ORDER BY ${ordered}`
  return (await run.query<Row>(writer.statement(text))).rows
}

/** A first page has its length in the statement's text: PostgreSQL then keeps one plan instead of planning each time. Each length is a separate statement,
 *  so uncommon lengths are parameters. */
function pageSql({ skip, size }: Span, writer: SqlWriter): string {
  const isCommon = skip === 0 && (size <= 24 || size % 10 === 0)
  return isCommon ? `LIMIT ${size}` : `LIMIT ${writer.value(size, 'integer')} OFFSET ${writer.value(skip, 'bigint')}`
}

/** Finds all matching rows and sorts them for the page; 'many' when they are too many for that. */
async function pageOfFew(query: ListQuery, turns: readonly Turn[], asked: Asked, span: Span): Promise<Found | 'many'> {
  const { input, run, reach } = asked
  const writer = new SqlWriter()
  const { columns, from, order } = query.write(writer, input, run, reach, true)
  const ordered = turnOrder(turns, order, writer, asked)
  const text = `WITH found AS MATERIALIZED (SELECT ${columnsOf(ordered)} FROM ${query.table} WHERE ${from} LIMIT ${query.few + 1}),
    counted AS (SELECT count(*)::integer AS total FROM found),
    page AS (SELECT ${ROW}."id" FROM found ${ROW} WHERE (SELECT total FROM counted) <= ${query.few}
      ORDER BY ${ordered} ${pageSql(span, writer)})
    SELECT ${columns}, counted.total AS "${TOTAL}", page."id" IS NULL AS "${NONE}" FROM counted LEFT JOIN page ON TRUE
    LEFT JOIN ${query.table} ON ${ROW}."id" = page."id" ${query.output.joins} ORDER BY ${ordered}`
  const { rows } = await run.query<Row>(writer.statement(text))
  const total = Number(rows[0]![TOTAL])
  if (total > query.few) return 'many'
  const found = rows[0]![NONE] ? [] : rows
  for (const row of found) {
    delete row[TOTAL]
    delete row[NONE]
  }
  return { rows: found, total, isMore: false }
}

/** The columns that an order reads, and the id. Only these are read of all matching rows; whole rows are read for the page alone. */
function columnsOf(order: string): string {
  return [...new Set([`${ROW}."id"`, ...(order.match(OWN_COLUMN) ?? [])])].join(', ')
}

function turnOrder(turns: readonly Turn[], order: string, writer: SqlWriter, asked: Asked): string {
  const cases = turns.map((turn, index) => `WHEN ${turn.condition(writer, asked)} THEN ${index}`)
  return cases.length > 0 ? `CASE ${cases.join(' ')} END, ${order}` : order
}

/** Few rows are sorted by turn directly. Many are read turn by turn until the page is full: mostly the first turn is enough, and an index serves its
 *  order. Turns before the page are only counted. */
async function rowsInTurns(query: ListQuery, turns: readonly Turn[], asked: Asked, span: Span): Promise<Found> {
  const { rows: found, ...counted } = await pageOfRows(query, asked, span, turns[0])
  if (found.length === span.size || counted.total === 0) return { rows: found, ...counted }
  if (counted.total <= SMALL_RESULT_ROWS && !counted.isMore) return { rows: await rowsOf(query, asked, span, { order: turns }), ...counted }
  let turnBefore = turns[0]!
  let { skip } = span
  let last = found
  for (const turn of turns.slice(1)) {
    const more = (writer: SqlWriter) => turnBefore.condition(writer, asked)
    skip = last.length > 0 ? 0 : Math.max(0, skip - (await query.count(asked, { more, span })))
    last = await rowsOf(query, asked, { skip, size: span.size - found.length }, { turn })
    found.push(...last)
    if (found.length === span.size) break
    turnBefore = turn
  }
  return { rows: found, ...counted }
}

type Row = Record<string, unknown>

/** Statement of a `count`: one number, or one for each group. */
export function compileCount(context: ListContext): CompiledOperation {
  if (context.operation.groupBy) return compileGroups(context, context.operation.groupBy)
  if (selectionOf(context, context.operation.entity).entity.sums)
    throw new AgonError('CALL_COMPILE', { call: context.call.id, reason: 'sums are counted with "groupBy"' })
  const query = listQuery(context, ['id'])
  return {
    transactional: false,
    async run(input, run, reach) {
      await query.assertOpen({ input, run, reach })
      return { total: await query.count({ input, run, reach }) }
    },
  }
}

function compileGroups(context: ListContext, groupBy: readonly GroupField[]): CompiledOperation {
  const { sum = [], smallestGroup } = context.operation
  const selection = listSelection(context)
  const { rows: weight, periods } = selection.entity.sums ?? {}
  const later = periods && Object.values(periods.later).some((field) => sum.includes(field)) ? periods.later[weight!] : undefined
  const query = listQuery(context, [...groupBy, ...sum, ...[weight, later].filter((field) => field !== undefined)])
  const read = [...groupBy.map(({ from }) => from.split('.')[0]!), ...sum]
  const readers = read.map((field) => outputReaders(context.call.id, selection, field))
  const added = [...new Set([...sum, ...[weight, later].filter((field) => field !== undefined)])]
  const source = weight === undefined ? null : addedUpByRefs(groupBy, added, { table: query.table, entity: selection.entity })
  const groups = countGroups(groupBy, {
    timeZone: context.platform.app.timeZone,
    sum,
    column: ownColumn,
    weight,
    later,
    ...(smallestGroup !== undefined && { smallest: smallestGroup }),
  })
  return {
    transactional: false,
    async run(input, run, reach) {
      for (const assertReader of readers) assertReader(run.session)
      await query.assertOpen({ input, run, reach })
      const writer = new SqlWriter()
      const { columns, from } = query.write(writer, input, run, reach)
      const asked = { input, now: run.now }
      const where = [from, groups.latest(asked)].filter((part) => part !== null).join(' AND ')
      const counted = source ? `${source(where)} ${query.output.joins}` : `${query.table} ${query.output.joins} WHERE ${where}`
      const { rows } = await run.query(writer.statement(groups.text(`SELECT ${columns} FROM ${counted}`, asked)))
      return groups.reply(rows, asked)
    },
  }
}

/** Sums in groups that are read through refs are added up by the refs first, so that each row behind these is read once and not for every sum.
 *  @returns what stands in place of the table, given its condition; null where no group leads through a ref, or one is computed */
function addedUpByRefs(
  groupBy: readonly GroupField[],
  added: readonly string[],
  { table, entity }: { table: string; entity: EntityDocument },
): ((where: string) => string) | null {
  const paths = groupBy.map(({ from }) => from.split('.'))
  const own = [...new Set(paths.map(([first]) => first!))]
  const read = [...own, ...added]
  const isStored = read.every((name) => entity.fields[name] && !entity.fields[name].computed) && new Set(read).size === read.length
  if (!isStored || !paths.some(([first, ...rest]) => rest.length > 0 && entity.fields[first!]?.type === 'ref')) return null
  const columns = own.map(ownColumn).join(', ')
  const sums = added.map((name) => `sum(${ownColumn(name)}) AS ${quote(name)}`).join(', ')
  return (where) => `(SELECT ${columns}, ${sums} FROM ${table} WHERE ${where} GROUP BY ${columns}) AS ${ROW}`
}

const WHOLE: Revealed = 'personal'

/** @param more  another condition on the row */
export type CompiledRows = (
  input: Readonly<Record<string, unknown>>,
  run: CallRun,
  reach: Reach,
  more?: (writer: SqlWriter) => string,
) => Promise<Pick<SelectedRows, 'statement' | 'revealed'>>

/** Statement of all rows of a list or an export for one input, for callers that need every row. Fields: the declared output, and for an export also those
 *  of its columns. With a reason in the parameter that the export names, personal values are not masked. `compileShape` turns its rows into replies. */
export function compileRows(context: ListContext): CompiledRows {
  const masked = listQuery(context, rowFields(context))
  const reason = context.operation.export?.reveal?.reason
  const whole = reason === undefined ? masked : listQuery(context, rowFields(context), WHOLE)
  return async (input, run, reach, more) => {
    const query = reason !== undefined && typeof input[reason] === 'string' ? whole : masked
    await query.assertOpen({ input, run, reach })
    const writer = new SqlWriter()
    const { columns, from, order } = query.write(writer, input, run, reach)
    const where = more ? `${from} AND ${more(writer)}` : from
    const text = `SELECT ${columns} FROM ${query.table} ${query.output.joins} WHERE ${where} ORDER BY ${order}`
    return { statement: { text, values: writer.values }, revealed: query === masked ? [] : WHOLE }
  }
}

/** The matching rows of a list as a part of another statement: fields of its entity, unordered. */
export function compileFound(context: ListContext) {
  const query = listQuery(context, ['id'])
  return async (asked: Asked, fields: readonly string[], ids: readonly string[] | null): Promise<{ writer: SqlWriter; text: string }> => {
    await query.assertOpen(asked)
    const writer = new SqlWriter()
    const { from } = query.write(writer, asked.input, asked.run, asked.reach)
    const chosen = ids === null ? '' : ` AND ${ownColumn('id')} = ANY(${writer.value(ids.filter(isId), 'bigint[]')})`
    const columns = ['id', ...fields].map((field) => ownColumn(field)).join(', ')
    return { writer, text: `SELECT ${columns} FROM ${query.table} WHERE ${from}${chosen}` }
  }
}

/** Turns rows of `compileRows` into replies; uses documents alone, so that another thread can do it. */
export function compileShape(
  call: CallDocument,
  platform: Platform,
  { tables, revealed }: { tables: ReadonlyMap<string, TableModel>; revealed: Revealed },
): RowOutput['shape'] {
  const { operation } = call
  if (operation?.kind !== 'list' && operation?.kind !== 'export') throw new AgonError('SERVER_FAULT', { message: `${call.id} has no rows` })
  const context: ListContext = { call, operation, platform, tables, flows: new Map() }
  return rowOutput(call.id, listSelection(context), rowFields(context), revealed).shape
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
  /** @throws FILTER_PERSONAL */
  assertOpen(asked: Asked): Promise<void>
  table: string
  write(
    writer: SqlWriter,
    input: Readonly<Record<string, unknown>>,
    run: CallRun,
    reach: Reach,
    byIndex?: boolean,
  ): { columns: string; from: string; order: string }
  /** The condition of the list alone, without filters and words. */
  matches(writer: SqlWriter, input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach): string
  /** Whether the request searches for something that an index finds in few rows, unordered; conditions written with `byIndex` say so. */
  isSearch(input: Readonly<Record<string, unknown>>): boolean
  paths: RowFilters['paths']
  /** Most rows that are sorted after they were found. */
  few: number
  isLong: boolean
  gappy(sort: unknown): string | null
  /** Most rows that are counted for a page. */
  maxCounted(span: Span): number
  /** Number of the rows of a condition: all, or with a page one more than are counted for it, to know whether there are more. */
  total(from: string, span?: Span): string
  count(asked: Asked, options?: { more?: (writer: SqlWriter) => string; span?: Span }): Promise<number>
}

function listQuery(context: ListContext, fields: readonly OutputField[], revealed: Revealed = [], isNear = false): ListQuery {
  const { call, operation } = context
  const selection = listSelection(context)
  const condition = rowCondition(selection, undefined, operation.where)
  const filters = rowFilters(call.id, selection, operation, isNear)
  const order = rowOrder(call.id, selection, operation.sort)
  const output = rowOutput(call.id, selection, fields, revealed)
  const table = `${quote(selection.model.name)} ${ROW}`
  const step = operation.countUpTo
  const isLong = step !== undefined && step >= LARGE_STEP_ROWS
  const where = (writer: SqlWriter, input: Readonly<Record<string, unknown>>, run: CallRun, reach: Reach, byIndex: boolean) => {
    if (isLong) writer.replan()
    return [condition.write(writer, run.scope(input), reach), ...filters.write(writer, input, run, byIndex)].join(' AND ')
  }
  const maxCounted = ({ skip, size }: Span) => (step === undefined ? Number.POSITIVE_INFINITY : Math.ceil((skip + size + 1) / step) * step)
  const total = (from: string, span?: Span) => {
    const limit = span === undefined ? Number.POSITIVE_INFINITY : maxCounted(span) + 1
    return limit === Number.POSITIVE_INFINITY
      ? `(SELECT count(*)::integer FROM ${table} WHERE ${from})`
      : `(SELECT count(*)::integer FROM (SELECT FROM ${table} WHERE ${from} LIMIT ${limit}) AS counted)`
  }
  return {
    output,
    assertOpen: ({ input, run, reach }) => filters.assertOpen(input, run, (writer) => condition.write(writer, run.scope(input), reach)),
    table,
    write: (writer, input, run, reach, byIndex = !isLong) => ({
      columns: output.columns(writer, run.scope(input)),
      from: where(writer, input, run, reach, byIndex),
      order: order.write(input, writer, run),
    }),
    matches: (writer, input, run, reach) => condition.write(writer, run.scope(input), reach),
    isSearch: filters.isSearch,
    paths: filters.paths,
    few: isLong ? step : SMALL_RESULT_ROWS,
    isLong,
    gappy: order.gappy,
    maxCounted,
    total,
    async count({ input, run, reach }, { more, span } = {}) {
      const writer = new SqlWriter()
      const parts = [where(writer, input, run, reach, true), ...(more ? [more(writer)] : [])]
      const { rows } = await run.query<{ total: number }>(writer.statement(`SELECT ${total(parts.join(' AND '), span)} AS total`))
      return rows[0]!.total
    },
  }
}
