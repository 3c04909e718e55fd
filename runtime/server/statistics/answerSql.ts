/** SQL over the answers of one entity. Every statement reads each answer once and brings it into memory once, however many questions are asked of it.
 *  Paths come from form documents and only ever become literals. */

import { MAX_NUMBER } from '../../core/values/valueRange.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import { literal, quote } from '../database/tableNames.ts'
import { conditionSql } from './conditionSql.ts'
import { array } from './jsonSql.ts'
import type { Question } from './questions.ts'

/** Where answers lie, as columns of the row `t`. */
export interface AnswerColumns {
  form: string
  values: string
}

/** One set of answers to ask questions of: the answers themselves, or the rows of one repeat group in them. */
export interface AnswerSource {
  /** After FROM; `joins` are before the condition. */
  from(joins?: string): string
  /** JSON of a question's field, null where the answer's version has none of this kind. */
  json(question: Question, writer: SqlWriter): string
  /** SQL: whether the person who answered was shown the field. Null when its rule does not translate to SQL. */
  shown(question: Question, writer: SqlWriter): string | null
  /** Column with the version. */
  version: string
  /** Rows whose version has the field. */
  asked(question: Question, writer: SqlWriter): string
}

/**
 * @param table    FROM with the alias `t` for the row
 * @param where    condition on `t`
 * @param versions number of versions among the answers: a question of all of them needs no look at the version
 */
export function answerSource(
  { table, where, versions }: { table: string; where: string; versions: number },
  columns: AnswerColumns,
  questions: readonly Question[],
): AnswerSource {
  const hash = `t.${quote(columns.form)}`
  const rows = questions[0]?.rows ?? null
  const asked = (question: Question, writer: SqlWriter) =>
    question.versions.size === versions ? 'TRUE' : `${hash} = ANY(${writer.value([...question.versions.keys()], 'text[]')})`
  // concatenation with {} decompresses a long stored answer once; OFFSET keeps the planner from repeating it for each question
  const unpacked = ` CROSS JOIN LATERAL (SELECT t.${quote(columns.values)} || '{}'::jsonb AS json OFFSET 0) AS x`
  const from =
    questions.length === 0
      ? table
      : `${table}${unpacked}${rows ? ` CROSS JOIN LATERAL jsonb_array_elements(${array(placeSql(rows, 'x.json'))}) AS r(item)` : ''}`
  const plain = ({ steps, placeOf, column }: Question) => {
    if (column !== null) return `to_jsonb(t.${quote(column)})`
    const json = placeSql(steps, rows ? 'r.item' : 'x.json')
    return placeOf === null ? json : rankSql(json, placeOf)
  }
  return {
    from: (joins = '') => `${from} ${joins} WHERE ${where}`,
    version: hash,
    asked,
    json(question, writer) {
      const sql = plain(question)
      return question.versions.size === versions ? sql : `(CASE WHEN ${asked(question, writer)} THEN ${sql} END)`
    },
    shown: (question, writer) => (rows ? null : shownSql(question, { hash, place: (steps) => placeSql(steps, 'x.json'), writer })),
  }
}

/** The place of a value in a list, from 1, as JSON. */
function rankSql(json: string, value: string | number | boolean): string {
  return `(SELECT to_jsonb(e.place) FROM jsonb_array_elements(${array(json)}) WITH ORDINALITY AS e(item, place) WHERE e.item = ${literal(JSON.stringify(value))}::jsonb LIMIT 1)`
}

function placeSql(steps: readonly string[], json: string): string {
  return steps.length === 1 ? `(${json} -> ${literal(steps[0]!)})` : `(${json} #> ${pathLiteral(steps)})`
}

function pathLiteral(steps: readonly string[]): string {
  return `ARRAY[${steps.map(literal).join(', ')}]::text[]`
}

/** Versions with the same conditions share a test. */
function shownSql(
  { versions }: Question,
  { hash, place, writer }: { hash: string; place(steps: readonly string[]): string; writer: SqlWriter },
): string | null {
  const byConditions = new Map<string, string[]>()
  for (const [version, { conditions }] of versions) {
    const key = JSON.stringify(conditions)
    byConditions.set(key, [...(byConditions.get(key) ?? []), version])
  }
  const tests: string[] = []
  for (const [key, hashes] of byConditions) {
    const conditions = (JSON.parse(key) as string[]).map((condition) => conditionSql(condition, place, writer))
    if (conditions.some((condition) => condition === null)) return null
    if (conditions.length > 0) tests.push(`(${hash} <> ALL(${writer.value(hashes, 'text[]')}) OR (${conditions.join(' AND ')}))`)
  }
  return tests.length === 0 ? 'TRUE' : tests.join(' AND ')
}

/** A single choice as text; null without an answer. Paths through a tree keep their JSON. */
export function choiceText(json: string): string {
  return `NULLIF(${json} #>> '{}', '')`
}

/** A number, or how many rows a repeat group has. Null for one out of the range of the platform, which sums could not hold. */
export function numberOf(question: Question, json: string): string {
  if (question.kind === 'rows') return `jsonb_array_length(${array(json)})::float8`
  const value = `(CASE WHEN ${isNumber(json)} AND ${isInRange(json)} THEN (${json})::float8 END)`
  return question.money ? `(${value} / 100)` : value
}

/** Stands for an answer that is there and cannot be read; no number and no day is written so. */
export const UNREADABLE = '?'

/** As text: a number, `UNREADABLE`, or null without an answer. */
export function numberText(json: string): string {
  return `(CASE WHEN ${isNumber(json)} THEN CASE WHEN ${isInRange(json)} THEN ${json} #>> '{}' ELSE ${literal(UNREADABLE)} END END)`
}

function isNumber(json: string): string {
  return `jsonb_typeof(${json}) = 'number'`
}

function isInRange(json: string): string {
  return `abs((${json})::numeric) <= ${MAX_NUMBER}`
}

/** As text: the day of a date, or of a moment in the time zone; `UNREADABLE`; or null without an answer. */
export function dayText(question: Question, json: string, timeZone: string): string {
  const text = `(${json} #>> '{}')`
  const isMoment = [...question.versions.values()].some(({ field }) => field.format === 'date-time')
  const day = isMoment
    ? `CASE WHEN length(${text}) > 10 THEN (platform_moment(${text}) AT TIME ZONE ${literal(timeZone)})::date ELSE platform_day(${text}) END`
    : `platform_day(${text})`
  return `(CASE WHEN jsonb_typeof(${json}) = 'string' AND ${text} <> '' THEN coalesce(to_char(${day}, 'YYYY-MM-DD'), ${literal(UNREADABLE)}) END)`
}
