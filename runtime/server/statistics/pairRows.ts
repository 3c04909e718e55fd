import type { AnswerSource } from './answerSql.ts'

/** Number of the question, and its value as SQL. */
export type Pair = [question: number, valueSql: string]

/** Each answer as its pairs. (As rows of a join PostgreSQL would remember them by the whole answer, which takes longer than to make them.) */
export function pairRows(pairs: readonly Pair[], answers: AnswerSource): string {
  const [numbers, values] = [pairs.map(([number]) => number), pairs.map(([, sql]) => sql)]
  return `SELECT unnest('{${numbers.join(', ')}}'::integer[]) AS question, unnest(ARRAY[${values.join(', ')}]) AS value FROM ${answers.from()}`
}
