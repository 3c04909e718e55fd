/** Everything that is counted of each question, in three statements for each set of questions: what is answered and the figures of numbers; the values of
 *  single choices, the bins of numbers and the days of dates; the values of choices of several. */
import type { CountedValue, NumberFacts, QuestionStatistics } from '../../core/statistics/AnswerStatistics.ts'
import type { SqlStatement } from '../database/SqlWriter.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { type AnswerSource, answered, array, choiceText, dayOf, numberOf } from './answerSql.ts'
import type { Question } from './questions.ts'
import { binOf, binsOf, type Spread } from './spread.ts'

export type Row = Record<string, unknown>
export type Query = (statement: SqlStatement) => Promise<{ rows: Row[] }>

export interface CountContext {
  query: Query
  /** A source for questions of one set; conditions may differ in their parameters from statement to statement. */
  source(questions: readonly Question[], writer: SqlWriter): AnswerSource
  timeZone: string
}

/** Questions of one statement: GROUPING takes 31 at most. */
const SET = 30
/** Values of one question that are listed when any value may stand. */
export const MOST_VALUES = 20

export async function countAnswers(context: CountContext, questions: readonly Question[]): Promise<Map<string, QuestionStatistics>> {
  const found = new Map<string, QuestionStatistics>()
  for (const set of questionSets(questions)) {
    const facts = await countSet(context, set)
    await countValues(context, set, facts)
    await countChoices(context, set, facts)
    for (const [at, question] of set.entries()) found.set(question.key, facts[at]!.result)
  }
  return found
}

/** Questions that one statement can ask: of the answers, or of the rows of the same group. */
function questionSets(questions: readonly Question[]): Question[][] {
  const byRows = Map.groupBy(questions, ({ rows }) => JSON.stringify(rows))
  return [...byRows.values()].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / SET) }, (_, at) => all.slice(at * SET, (at + 1) * SET)),
  )
}

interface Span {
  first: string
  last: string
}
type DateUnit = NonNullable<QuestionStatistics['dates']>['unit']
interface Facts {
  result: QuestionStatistics
  spread: Spread | null
  days: Span | null
}

const NUMBERS: readonly string[] = ['number', 'rows']

async function countSet({ query, source, timeZone }: CountContext, set: readonly Question[]): Promise<Facts[]> {
  const writer = new SqlWriter()
  const answers = source(set, writer)
  const columns = set.flatMap((question, at) => {
    const json = answers.json(question, writer)
    const asked = answers.asked(question, writer)
    const shown = answers.shown(question, writer)
    const hidden = shown === null ? 'NULL::integer' : `count(*) FILTER (WHERE ${asked} AND NOT (${shown}))::integer`
    return [
      `count(*) FILTER (WHERE ${asked})::integer AS "q${at}"`,
      `count(*) FILTER (WHERE ${answered(json)})::integer AS "a${at}"`,
      `${hidden} AS "h${at}"`,
      ...spreadColumns(
        question,
        at,
        question.kind === 'rows' ? `(CASE WHEN ${asked} THEN ${numberOf(question, json)} END)` : numberOf(question, json),
      ),
      ...(question.kind === 'date' ? [spanColumn(dayOf(question, json, timeZone), at)] : []),
    ]
  })
  const { rows } = await query(writer.statement(`SELECT ${columns.join(', ')} FROM ${answers.from()}`))
  return set.map((question, at) => factsOf(question, rows[0]!, at))
}

function spreadColumns({ kind }: Question, at: number, value: string): string[] {
  if (!NUMBERS.includes(kind)) return []
  return [
    `json_build_object('mean', avg(${value}), 'minimum', min(${value}), 'maximum', max(${value}), 'whole', bool_and(${value} = floor(${value})),
      'quartiles', percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY ${value})) AS "n${at}"`,
  ]
}

function spanColumn(day: string, at: number): string {
  return `json_build_object('first', min(${day}), 'last', max(${day})) AS "d${at}"`
}

function factsOf(question: Question, row: Row, at: number): Facts {
  const { steps: _, rows: __, versions: ___, options: ____, open: _____, money: ______, ...facts } = question
  const figures = row[`n${at}`] as (Omit<Spread, 'whole'> & { whole: boolean; mean: number; quartiles: number[] }) | undefined
  const has = figures !== undefined && figures.minimum !== null
  const span = row[`d${at}`] as { first: string | null; last: string } | undefined
  return {
    spread: has ? figures : null,
    days: span && span.first !== null ? { first: span.first, last: span.last } : null,
    result: {
      ...facts,
      asked: row[`q${at}`] as number,
      answered: row[`a${at}`] as number,
      hidden: row[`h${at}`] as number | null,
      values: null,
      more: 0,
      numbers: has ? numbersOf(figures) : null,
      dates: null,
      withheld: false,
    },
  }
}

function numbersOf({ mean, minimum, maximum, quartiles }: Spread & { mean: number; quartiles: number[] }): NumberFacts {
  const [lower, median, upper] = quartiles as [number, number, number]
  return { mean, median, lower, upper, minimum, maximum, bins: [] }
}

/** Groups of several questions in one scan: a grouping set each. */
async function countValues({ query, source, timeZone }: CountContext, set: readonly Question[], facts: readonly Facts[]): Promise<void> {
  const writer = new SqlWriter()
  const answers = source(set, writer)
  const grouped = set.flatMap((question, at) => {
    const expression = groupOf(question, facts[at]!, { answers, writer, timeZone })
    return expression === null ? [] : [{ question, expression, facts: facts[at]! }]
  })
  if (grouped.length === 0) return
  const names = grouped.map((_, at) => `g${at}`)
  const columns = grouped.map(({ expression }, at) => `${expression} AS g${at}`)
  const { rows } = await query(
    writer.statement(
      `SELECT GROUPING(${names.join(', ')}) AS which, COALESCE(${names.join(', ')}) AS value, count(*)::integer AS count
        FROM (SELECT ${columns.join(', ')} FROM ${answers.from()}) AS s GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(', ')})`,
    ),
  )
  const all = 2 ** names.length - 1
  const byWhich = Map.groupBy(rows, ({ which }) => Number(which))
  for (const [at, { question, facts: own }] of grouped.entries()) {
    const counts = byWhich.get(all - 2 ** (names.length - 1 - at)) ?? []
    takeGroups(
      question,
      own,
      new Map(counts.flatMap(({ value, count }) => (value === null ? [] : [[String(value), Number(count)] as const]))),
    )
  }
}

function groupOf(
  question: Question,
  { spread, days }: Facts,
  { answers, writer, timeZone }: { answers: AnswerSource; writer: SqlWriter; timeZone: string },
): string | null {
  const json = () => answers.json(question, writer)
  if (question.kind === 'choice' && !question.open) return choiceText(json())
  if (spread) {
    const value = numberOf(question, json())
    return binOf(question.kind === 'rows' ? `(CASE WHEN ${answers.asked(question, writer)} THEN ${value} END)` : value, spread)
  }
  return days ? `to_char(date_trunc('${unitOf(days)}', ${dayOf(question, json(), timeZone)}::timestamp), 'YYYY-MM-DD')` : null
}

function takeGroups(question: Question, { result, spread, days }: Facts, counts: ReadonlyMap<string, number>): void {
  if (spread && result.numbers) result.numbers.bins = binsOf(spread).map((bin, at) => ({ ...bin, count: counts.get(String(at)) ?? 0 }))
  else if (days) result.dates = { unit: unitOf(days), points: pointsOf(unitOf(days), counts) }
  else result.values = valuesOf(question, counts)
}

const DAY_MS = 24 * 60 * 60 * 1000
const MOST_DAYS = 45
const MOST_WEEKS = 40
const MOST_MONTHS = 48
const MONTH_DAYS = 31

function unitOf({ first, last }: Span): DateUnit {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS
  if (days <= MOST_DAYS) return 'day'
  if (days <= MOST_WEEKS * 7) return 'week'
  return days <= MOST_MONTHS * MONTH_DAYS ? 'month' : 'year'
}

/** Years that are listed, should somebody have typed a very early one. */
const MOST_POINTS = 200

/** Without gaps: a picture of them shows when nothing was. */
function pointsOf(unit: DateUnit, counts: ReadonlyMap<string, number>): { from: string; count: number }[] {
  const known = [...counts.keys()].sort()
  const points: { from: string; count: number }[] = []
  for (let from = known[0]; from !== undefined && from <= known.at(-1)! && points.length < MOST_POINTS; from = after(from, unit))
    points.push({ from, count: counts.get(from) ?? 0 })
  return points
}

function after(day: string, unit: DateUnit): string {
  const date = new Date(`${day}T00:00:00.000Z`)
  if (unit === 'day' || unit === 'week') date.setUTCDate(date.getUTCDate() + (unit === 'day' ? 1 : 7))
  else if (unit === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.toISOString().slice(0, day.length)
}

/** Options in their order, then values that no option names, the most frequent first. An option that is gone is listed as long as somebody chose it. */
export function valuesOf({ options, open }: Pick<Question, 'options' | 'open'>, counts: ReadonlyMap<string, number>): CountedValue[] {
  const listed = open
    ? []
    : [...options].flatMap(([value, { label, removed }]) => {
        const count = counts.get(value) ?? 0
        return removed && count === 0 ? [] : [{ value, label, count, removed }]
      })
  const unlisted = [...counts].filter(([value]) => open || !options.has(value)).sort(([, a], [, b]) => b - a)
  return [
    ...listed,
    ...unlisted.map(([value, count]) => ({ value, label: options.get(value)?.label ?? { zh: value, en: value }, count, removed: !open })),
  ]
}

/** Choices of several, and single ones of which any value may stand. */
async function countChoices({ query, source }: CountContext, set: readonly Question[], facts: readonly Facts[]): Promise<void> {
  const writer = new SqlWriter()
  const answers = source(set, writer)
  const lists = set.flatMap((question, at) => {
    if (question.kind !== 'choices' && !(question.kind === 'choice' && question.open)) return []
    return [`(${at}, ${listOf(question, answers.json(question, writer))})`]
  })
  if (lists.length === 0) return
  const { rows } = await query(
    writer.statement(
      `SELECT * FROM (SELECT m.question, e.value, count(*)::integer AS count,
          row_number() OVER (PARTITION BY m.question ORDER BY count(*) DESC, e.value) AS place, count(*) OVER (PARTITION BY m.question)::integer AS kinds
        FROM ${answers.from(`CROSS JOIN LATERAL (VALUES ${lists.join(', ')}) AS m(question, list)
          CROSS JOIN LATERAL (SELECT DISTINCT jsonb_array_elements_text(m.list) AS value) AS e`)}
        GROUP BY m.question, e.value) AS counted WHERE place <= ${MOST_VALUES * 2}`,
    ),
  )
  for (const [at, question] of set.entries()) {
    const own = rows.filter((row) => Number(row.question) === at)
    if (question.kind !== 'choices' && !question.open) continue
    const shown = question.open ? own.filter(({ place }) => Number(place) <= MOST_VALUES) : own
    const { result } = facts[at]!
    result.values = valuesOf(question, new Map(shown.map(({ value, count }) => [String(value), Number(count)])))
    result.more = question.open ? Math.max(0, Number(own[0]?.kinds ?? 0) - shown.length) : 0
  }
}

/** The chosen values as JSON of a list. */
export function listOf(question: Question, json: string): string {
  return question.kind === 'choices' ? array(json) : `CASE WHEN ${answered(json)} THEN jsonb_build_array(${json}) ELSE '[]'::jsonb END`
}
