/** Figures of numbers with so many different values that the database computes them: two statements, whatever the number of questions. */
import type { NumberFacts } from '../../core/statistics/AnswerStatistics.ts'
import { SqlWriter } from '../database/SqlWriter.ts'
import { numberOf } from './answerSql.ts'
import type { CountContext } from './countAnswers.ts'
import { pairRows } from './pairRows.ts'
import type { Question } from './questions.ts'
import { binOf, binsOf, type Spread } from './spread.ts'

type Figures = Spread & { mean: number; quartiles: [number, number, number] }

/** @param questions of one set, each with at least one number */
export async function wideNumbers(context: CountContext, questions: readonly Question[]): Promise<Map<Question, NumberFacts>> {
  if (questions.length === 0) return new Map()
  const figures = await figuresOf(context, questions)
  const bins = await countBins(context, questions, figures)
  return new Map(
    questions.map((question, at) => {
      const { mean, minimum, maximum, quartiles } = figures[at]!
      const [lower, median, upper] = quartiles
      const counted = binsOf(figures[at]!).map((bin, place) => ({ ...bin, count: bins.get(`${at} ${place}`) ?? 0 }))
      return [question, { mean, median, lower, upper, minimum, maximum, bins: counted }]
    }),
  )
}

async function figuresOf({ query, source }: CountContext, questions: readonly Question[]): Promise<Figures[]> {
  const writer = new SqlWriter({ joined: true })
  const answers = source(questions, writer)
  const columns = questions.map((question, at) => {
    const value = numberOf(question, answers.json(question, writer))
    return `json_build_object('mean', avg(${value}), 'minimum', min(${value}), 'maximum', max(${value}), 'whole', bool_and(${value} = floor(${value})),
      'quartiles', percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY ${value})) AS "n${at}"`
  })
  const { rows } = await query(writer.statement(`SELECT ${columns.join(', ')} FROM ${answers.from()}`))
  return questions.map((_, at) => rows[0]![`n${at}`] as Figures)
}

/** @returns by the number of the question and of the bin */
async function countBins({ query, source }: CountContext, questions: readonly Question[], figures: readonly Figures[]) {
  const writer = new SqlWriter({ joined: true })
  const answers = source(questions, writer)
  const pairs = questions.map((question, at): [number, string] => [
    at,
    binOf(numberOf(question, answers.json(question, writer)), figures[at]!),
  ])
  const { rows } = await query(
    writer.statement(`SELECT question, value AS bin, count(*)::integer AS count FROM (${pairRows(pairs, answers)}) AS m GROUP BY 1, 2`),
  )
  return new Map(rows.map(({ question, bin, count }) => [`${question} ${bin}`, Number(count)]))
}
