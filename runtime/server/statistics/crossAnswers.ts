/** Two questions against each other: counts of choices, or figures of a number for each choice. With a smallest group size, what could identify fewer
 *  people is removed on the server. */
import type { CrossLine, CrossTable, QuestionFacts } from '../../core/statistics/AnswerStatistics.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { choiceText, numberOf } from './answerSql.ts'
import { type CountContext, listOf, valuesOf } from './countAnswers.ts'
import type { Question } from './questions.ts'
import { type Cell, hideSmallCells, hideSmallShares, shownGroups } from './smallGroups.ts'

/** Lines and columns of a table, at most. */
const MAX = 30

/** Of a question that allows any value the most frequent ones are shown; the others are left out of the table. */
interface Counted {
  row: string | null
  column: string | null
  count: number
  mean: number | null
  median: number | null
}

/** Counts of two questions with their margins. Null stands for no answer. */
export interface CrossCounts {
  cell(row: string | null, column: string | null): number
  row(value: string | null): number
  column(value: string | null): number
  rows: (string | null)[]
  columns: (string | null)[]
  total: number
}

/** Numbers of responses for each pair of answers to two questions, and for each answer alone. */
export async function crossCounts(context: CountContext, rows: Question, columns: Question): Promise<CrossCounts> {
  const counted = await count(context, rows, columns)
  const key = (row: string | null, column: string | null) => JSON.stringify([row, column])
  const cells = new Map(counted.cells.map((each) => [key(each.row, each.column), each.count]))
  const byRow = new Map(counted.rows.map((each) => [each.row, each.count]))
  const byColumn = new Map(counted.columns.map((each) => [each.column, each.count]))
  return {
    cell: (row, column) => cells.get(key(row, column)) ?? 0,
    row: (value) => byRow.get(value) ?? 0,
    column: (value) => byColumn.get(value) ?? 0,
    rows: [...byRow.keys()],
    columns: [...byColumn.keys()],
    total: counted.total,
  }
}

async function count({ query, source }: CountContext, rows: Question, columns: Question) {
  const writer = new SqlWriter({ joined: true })
  const answers = source([rows, columns], writer)
  const several = [rows, columns].some(({ kind }) => kind === 'choices')
  const joins = [joinOf(rows, 'a', answers.json(rows, writer)), joinOf(columns, 'b', answers.json(columns, writer))].join(' ')
  const people = several ? 'count(DISTINCT t."id")' : 'count(*)'
  const { rows: found } = await query(
    writer.statement(`SELECT a.value AS "row", b.value AS "column", ${people}::integer AS count, GROUPING(a.value, b.value) AS level
      FROM ${answers.from(joins)} GROUP BY GROUPING SETS ((a.value, b.value), (a.value), (b.value), ())`),
  )
  const level = (wanted: number) => found.filter((row) => Number(row.level) === wanted) as unknown as Counted[]
  return { cells: level(0), rows: level(1), columns: level(2), total: level(3)[0]?.count ?? 0 }
}

/** One value a row; several choices give several rows. Null without an answer. */
function joinOf(question: Question, alias: string, json: string): string {
  if (question.kind === 'choices')
    return `LEFT JOIN LATERAL (SELECT DISTINCT jsonb_array_elements_text(${listOf(question, json)}) AS value) AS ${alias} ON TRUE`
  return `CROSS JOIN LATERAL (SELECT ${choiceText(json)} AS value) AS ${alias}`
}

/** Two questions as a table of counts, with labels. */
export async function crossTable(
  context: CountContext,
  {
    rows,
    columns,
    facts,
    shown,
  }: { rows: Question; columns: Question; facts(question: Question): QuestionFacts; shown: ShownValues | null },
): Promise<CrossTable> {
  const head = { smallest: shown?.size ?? null, withheld: null, rows: facts(rows), columns: facts(columns) }
  if (columns.kind === 'number' || columns.kind === 'rows') return { ...head, ...(await meanTable(context, rows, columns, shown)) }
  const counts = await crossCounts(context, rows, columns)
  const lines = listed(rows, counts.rows, counts.row)
  const tops = listed(columns, counts.columns, counts.column)
  const cells = cellsOf(counts, { rows, columns, lines: lines.map(({ value }) => value), tops: tops.map(({ value }) => value) }, shown)
  const hasBoth = counts.total - counts.row(null) - counts.column(null) + counts.cell(null, null)
  return {
    ...head,
    both: hasBoth,
    without: counts.total - hasBoth,
    columnLabels: tops.map(({ value, label }) => ({
      value,
      label,
      count: held(shown, 'columns', value, { total: counts.column(value), count: counts.column(value) - counts.cell(null, value) }),
    })),
    lines: lines.map(({ value, label }, at) => ({
      value,
      label,
      count: held(shown, 'rows', value, { total: counts.row(value), count: counts.row(value) - counts.cell(value, null) }),
      cells: tops.map((_, column) => shownCount(cells[at]![column]!)),
      mean: null,
      median: null,
    })),
  }
}

/** Values of the two questions whose groups may be shown at all. */
export interface ShownValues {
  size: number
  rows: ReadonlySet<string | null>
  columns: ReadonlySet<string | null>
}

/** @param total  all who gave the value: `count` of them have both answers */
function held(
  shown: ShownValues | null,
  side: 'rows' | 'columns',
  value: string,
  { total, count }: { total: number; count: number },
): number | null {
  return isShown(shown, side, value, total) ? count : null
}

/** An unused value is no group that could identify anyone; hiding it would hide others with it. */
function isShown(shown: ShownValues | null, side: 'rows' | 'columns', value: string | null, total: number): boolean {
  return shown === null || total === 0 || shown[side].has(value)
}

function shownCount({ count, shown }: Cell): number | null {
  return shown ? count : null
}

function listed(question: Question, values: readonly (string | null)[], countOf: (value: string | null) => number) {
  const counts = new Map(values.flatMap((value) => (value === null ? [] : [[value, countOf(value)] as const])))
  return valuesOf(question, counts).slice(0, MAX)
}

/** Cells of the listed lines and columns. People without an answer count as a line and a column while it is decided what may be shown, and are then left
 *  out. */
export function cellsOf(
  counts: CrossCounts,
  { rows, columns, lines, tops }: { rows: Question; columns: Question; lines: readonly string[]; tops: readonly string[] },
  shown: ShownValues | null,
): Cell[][] {
  const all = <T>(listedValues: readonly T[], values: readonly (T | null)[]) => [
    ...listedValues,
    ...values.filter((value) => value === null || !listedValues.includes(value)),
  ]
  const allLines = all(lines, counts.rows)
  const allTops = all(tops, counts.columns)
  const table = allLines.map((row) =>
    allTops.map(
      (column): Cell => ({
        count: counts.cell(row, column),
        shown: isShown(shown, 'rows', row, counts.row(row)) && isShown(shown, 'columns', column, counts.column(column)),
      }),
    ),
  )
  if (shown !== null) {
    if (columns.kind === 'choices') for (const [at, line] of table.entries()) hideSmallShares(line, counts.row(allLines[at]!), shown.size)
    if (rows.kind === 'choices')
      for (const at of allTops.keys())
        hideSmallShares(
          table.map((line) => line[at]!),
          counts.column(allTops[at]!),
          shown.size,
        )
    hideSmallCells(table, shown.size, { lines: columns.kind === 'choice', columns: rows.kind === 'choice' })
  }
  return table.slice(0, lines.length).map((line) => line.slice(0, tops.length))
}

type Means = Pick<CrossTable, 'both' | 'without' | 'columnLabels' | 'lines'>

async function meanTable({ query, source }: CountContext, rows: Question, columns: Question, shown: ShownValues | null): Promise<Means> {
  const writer = new SqlWriter({ joined: true })
  const answers = source([rows, columns], writer)
  const value = numberOf(columns, answers.json(columns, writer))
  const { rows: found } = await query(
    writer.statement(`SELECT a.value AS "row", count(b.value)::integer AS count, avg(b.value) AS mean,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY b.value) AS median, GROUPING(a.value) AS level, count(*)::integer AS everybody
      FROM ${answers.from(`${joinOf(rows, 'a', answers.json(rows, writer))} CROSS JOIN LATERAL (SELECT ${value} AS value) AS b`)}
      GROUP BY GROUPING SETS ((a.value), ())`),
  )
  const groups = found.filter(({ level }) => Number(level) === 0) as unknown as Counted[]
  const byRow = new Map(groups.map((group) => [group.row, group]))
  const visible = shownMeans(rows, groups, shown)
  const lines = listed(rows, [...byRow.keys()], (row) => byRow.get(row)?.count ?? 0).map(({ value: row, label }): CrossLine => {
    const group = byRow.get(row)
    if (group && !visible.has(row)) return { value: row, label, count: null, cells: [], mean: null, median: null }
    return { value: row, label, count: group?.count ?? 0, cells: [], mean: group?.mean ?? null, median: group?.median ?? null }
  })
  const both = groups.reduce((sum, { row, count: own }) => (row === null ? sum : sum + own), 0)
  const total = await totalOf({ query, source } as CountContext, rows, columns)
  return {
    both: rows.kind === 'choices' ? total.both : both,
    without: total.everybody - (rows.kind === 'choices' ? total.both : both),
    columnLabels: [],
    lines,
  }
}

async function totalOf({ query, source }: CountContext, rows: Question, columns: Question): Promise<{ both: number; everybody: number }> {
  const writer = new SqlWriter({ joined: true })
  const answers = source([rows, columns], writer)
  const has =
    rows.kind === 'choices'
      ? `jsonb_array_length(${listOf(rows, answers.json(rows, writer))}) > 0`
      : `${choiceText(answers.json(rows, writer))} IS NOT NULL`
  const { rows: found } = await query(
    writer.statement(
      `SELECT count(*)::integer AS everybody, count(*) FILTER (WHERE ${has} AND ${numberOf(columns, answers.json(columns, writer))} IS NOT NULL)::integer AS both FROM ${answers.from()}`,
    ),
  )
  return found[0] as unknown as { both: number; everybody: number }
}

/** A mean describes those who gave a number: that group must not be too small. */
function shownMeans(rows: Question, groups: readonly Counted[], shown: ShownValues | null): ReadonlySet<string | null> {
  if (shown === null) return new Set(groups.map(({ row }) => row))
  const open = groups.map(({ row, count: own }) => (shown.rows.has(row) ? own : 0))
  const may =
    rows.kind === 'choices'
      ? open.map((own) => own >= shown.size)
      : shownGroups(
          groups.map(({ count: own }) => own),
          shown.size,
        )
  return new Set(groups.flatMap(({ row, count: own }, at) => (may[at] && own > 0 && shown.rows.has(row) ? [row] : [])))
}
