/** Counts all questions, in one statement for each set of questions: every answer becomes one pair of question and value for each question, and equal
 *  pairs are counted. Figures and bins follow from the counted values; only numbers with very many values need another statement. */

import type { CountedValue, QuestionStatistics } from '../../core/statistics/AnswerStatistics.ts'
import type { SqlStatement } from '../database/SqlWriter.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { type AnswerSource, choiceText, dayText, numberText, UNREADABLE } from './answerSql.ts'
import { datesOf, numbersOf } from './figures.ts'
import { guardedQuestion } from './guardedOverview.ts'
import { answered, array } from './jsonSql.ts'
import { type Pair, pairRows } from './pairRows.ts'
import type { Question } from './questions.ts'
import { wideNumbers } from './wideNumbers.ts'

export type Row = Record<string, unknown>
export type Query = (statement: SqlStatement) => Promise<{ rows: Row[] }>

export interface CountContext {
  query: Query
  /** A source for questions of one set; conditions may differ in their parameters from statement to statement. */
  source(questions: readonly Question[], writer: SqlWriter): AnswerSource
  timeZone: string
}

/** Most listed values of a question that allows any value. */
export const MAX_VALUES = 20
/** Most different numbers of one question that are read here; of more, the database computes the figures. */
const MAX_NUMBERS = 2_000

export interface AnswerCounts {
  /** Number of answers, whatever the question. */
  counted: number
  /** By key. */
  questions: Map<string, QuestionStatistics>
}

/** @param size  smallest group of people that is shown; null: all groups are shown */
export async function countAnswers(context: CountContext, questions: readonly Question[], size: number | null): Promise<AnswerCounts> {
  const found = new Map<string, QuestionStatistics>()
  let counted = 0
  for (const set of questionSets(questions)) {
    const counts = await countSet(context, set)
    if (set[0]?.rows == null) counted = sumOf(counts.versions)
    for (const [at, question] of set.entries()) found.set(question.key, statisticsOf(question, counts, { at, size }))
    const wide = set.filter((question, at) => isNumber(question) && (counts.of[at]?.kinds ?? 0) > MAX_NUMBERS)
    for (const [question, numbers] of await wideNumbers(context, wide)) found.get(question.key)!.numbers = numbers
  }
  if (size !== null) for (const [key, question] of found) found.set(key, guardedQuestion(question, size))
  return { counted, questions: found }
}

/** Questions that one statement can ask: of the answers (there is always such a set), or of the rows of one repeat group. */
function questionSets(questions: readonly Question[]): Question[][] {
  const byRows = Map.groupBy(questions, ({ rows }) => JSON.stringify(rows))
  const ofAnswers = byRows.get('null') ?? []
  byRows.delete('null')
  return [ofAnswers, ...byRows.values()]
}

const isNumber = ({ kind }: Question) => kind === 'number' || kind === 'rows'
const mayBeUnreadable = ({ kind }: Question) => kind === 'number' || kind === 'date'

/** What was counted of one question. */
interface Counted {
  values: Map<string, number>
  /** Different values, also those that are not listed. */
  kinds: number
  answered: number
  /** Answers that are there and are no number or day. */
  unreadable: number
}
interface Counts {
  of: Counted[]
  /** Whether the rule that hides the question can be evaluated in SQL. */
  shown: boolean[]
  /** Answers by version. */
  versions: Map<string, number>
  hidden: Map<number, number>
}

/** Stands in place of a question's number: the version of each answer. */
const VERSIONS = -1
/** Question numbers from here downwards: who does not see a question. */
const HIDDEN = -2

async function countSet(context: CountContext, set: readonly Question[]): Promise<Counts> {
  const writer = new SqlWriter({ joined: true })
  const answers = context.source(set, writer)
  const pairs: Pair[] = [[VERSIONS, `${answers.version}::text`]]
  const visible: boolean[] = []
  for (const [at, question] of set.entries()) {
    pairs.push([at, valueText(question, answers, writer, context.timeZone)])
    const shown = answers.shown(question, writer)
    visible.push(shown !== null)
    if (shown !== null && shown !== 'TRUE')
      pairs.push([HIDDEN - at, `CASE WHEN ${answers.asked(question, writer)} AND NOT (${shown}) THEN '' END`])
  }
  const places = (fits: (question: Question) => boolean) => `'{${[...set.keys()].filter((at) => fits(set[at]!)).join(',')}}'::integer[]`
  const lists = places(({ kind }) => kind === 'choices')
  const { rows } = await context.query(
    writer.statement(`WITH pair AS MATERIALIZED (
        SELECT question, value, count(*)::integer AS count FROM (${pairRows(pairs, answers)}) AS m WHERE value IS NOT NULL GROUP BY 1, 2
      ), single AS (
        SELECT * FROM pair WHERE question <> ALL(${lists})
        UNION ALL
        SELECT question, each.value, sum(count)::integer FROM pair
          CROSS JOIN LATERAL (SELECT DISTINCT jsonb_array_elements_text(pair.value::jsonb) AS value) AS each
          WHERE question = ANY(${lists}) GROUP BY 1, 2
      ), placed AS (
        SELECT *, row_number() OVER (PARTITION BY question ORDER BY count DESC, value) AS place, count(*) OVER (PARTITION BY question)::integer AS kinds
        FROM single
      )
      SELECT question, value, count, kinds FROM placed
        WHERE place <= CASE WHEN question = ANY(${places(({ open }) => open)}) THEN ${MAX_VALUES}
          WHEN question = ANY(${places(isNumber)}) THEN ${MAX_NUMBERS} ELSE place END
      UNION ALL SELECT question, NULL, sum(count)::integer, 0 FROM pair GROUP BY 1`),
  )
  return countsOf(set, visible, rows as unknown as CountedRow[])
}

interface CountedRow {
  question: number
  /** Null: all of them together. */
  value: string | null
  count: number
  kinds: number
}

function countsOf(set: readonly Question[], shown: boolean[], rows: readonly CountedRow[]): Counts {
  const counts: Counts = {
    of: shown.map(() => ({ values: new Map(), kinds: 0, answered: 0, unreadable: 0 })),
    shown,
    versions: new Map(),
    hidden: new Map(),
  }
  for (const { question, value, count, kinds } of rows) {
    const own = counts.of[question]
    if (question <= HIDDEN) counts.hidden.set(HIDDEN - question, count)
    else if (question === VERSIONS) value !== null && counts.versions.set(value, count)
    else if (value === null) own!.answered = count
    else if (value === UNREADABLE && mayBeUnreadable(set[question]!)) own!.unreadable = count
    else {
      own!.values.set(value, count)
      own!.kinds = kinds
    }
  }
  return counts
}

/** SQL of the value by which answers to the question are counted; null without one. */
function valueText(question: Question, answers: AnswerSource, writer: SqlWriter, timeZone: string): string {
  const json = answers.json(question, writer)
  if (question.kind === 'choice') return question.open ? `(CASE WHEN ${answered(json)} THEN ${json} #>> '{}' END)` : choiceText(json)
  if (question.kind === 'choices') return `(CASE jsonb_typeof(${json}) WHEN 'array' THEN NULLIF(${json} #>> '{}', '[]') END)`
  if (question.kind === 'number') return numberText(json)
  if (question.kind === 'rows') return `(CASE WHEN ${answers.asked(question, writer)} THEN jsonb_array_length(${array(json)})::text END)`
  if (question.kind === 'date') return dayText(question, json, timeZone)
  const isGiven = question.kind === 'text' ? `${json} #>> '{}' <> ''` : answered(json)
  return `(CASE WHEN ${isGiven} THEN '' END)`
}

function statisticsOf(question: Question, counts: Counts, { at, size }: { at: number; size: number | null }): QuestionStatistics {
  const { steps: _, rows: __, versions, options: ___, open, money, placeOf: ____, column: _____, ...facts } = question
  const { values, kinds, answered: given, unreadable } = counts.of[at]!
  const byVersion = [...counts.versions].filter(([version]) => versions.has(version))
  const hidden = counts.shown[at] ? (counts.hidden.get(at) ?? 0) : null
  return {
    ...facts,
    asked: sumOf(new Map(byVersion)),
    answered: question.kind === 'rows' ? given - (values.get('0') ?? 0) : given,
    hidden,
    values: question.kind === 'choice' || question.kind === 'choices' ? valuesOf(question, values) : null,
    more: open ? kinds - values.size : 0,
    numbers: isNumber(question) && kinds <= MAX_NUMBERS ? numbersOf(values, money) : null,
    dates: question.kind === 'date' && values.size > 0 ? datesOf(values, size ?? 0) : null,
    // of few people it would tell what one of them answered
    unreadable: unreadable >= (size ?? 0) ? unreadable : 0,
    withheld: false,
  }
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Options in their order, then values that no option names, the most frequent first. An option that is gone is listed as long as someone chose it. */
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

/** The chosen values as JSON of a list. */
export function listOf(question: Question, json: string): string {
  return question.kind === 'choices' ? array(json) : `CASE WHEN ${answered(json)} THEN jsonb_build_array(${json}) ELSE '[]'::jsonb END`
}
