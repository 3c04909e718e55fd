/** The filter `json`: an object of path -> value, path -> { op, value }, or path -> a list of { op, value } that all hold, on a json
 *  field. Paths come from the caller: their shape is checked, and they
 *  only ever become parameters. */
import type { SqlWriter } from '../database/SqlWriter.ts'
import { refuseInput } from './operations/list.ts'
import { likePattern } from './rowFilters.ts'

const SAFE_PATH = /^[\p{L}\p{N}_-]{1,64}(?:\.[\p{L}\p{N}_-]{1,64}){0,5}$/u
const MAX_PATHS = 20
const MAX_LIST = 100
/** Conditions on one path. */
const MAX_CONDITIONS = 4

type Test = (writer: SqlWriter, json: string, value: unknown) => string | null

const TESTS: Readonly<Record<string, Test>> = {
  eq: equal,
  ne: (writer, json, value) => `NOT coalesce(${equal(writer, json, value)}, FALSE)`,
  in: (writer, json, value) =>
    Array.isArray(value) && value.length <= MAX_LIST
      ? value.length === 0
        ? 'FALSE'
        : `(${value.map((item) => equal(writer, json, item)).join(' OR ')})`
      : null,
  contains: (writer, json, value) => (typeof value === 'string' ? `(${json} #>> '{}') ILIKE ${likePattern(writer, value)}` : null),
  lt: order('<'),
  lte: order('<='),
  gt: order('>'),
  gte: order('>='),
}

/** @throws CALL_INPUT for a path, an operator or a value that is not taken */
export function jsonFilter(callId: string, column: string): (writer: SqlWriter, value: unknown) => string {
  return (writer, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) refuseInput(callId, '', 'type')
    const entries = Object.entries(value)
    if (entries.length > MAX_PATHS) refuseInput(callId, '', 'maxProperties')
    const parts = entries.flatMap(([path, wanted]) =>
      wanted === null || wanted === undefined ? [] : [pathTest(callId, column, path, wanted, writer)],
    )
    return parts.length > 0 ? `(${parts.join(' AND ')})` : 'TRUE'
  }
}

function pathTest(callId: string, column: string, path: string, wanted: unknown, writer: SqlWriter): string {
  if (!SAFE_PATH.test(path)) refuseInput(callId, `/${path}`, 'propertyNames')
  const json = `(${column} #> ${writer.value(path.split('.'), 'text[]')})`
  const refuse = (): never => refuseInput(callId, `/${path}`, 'type')
  if (Array.isArray(wanted) && wanted.length > 0 && wanted.every(isOperator)) {
    if (wanted.length > MAX_CONDITIONS) refuse()
    return `(${wanted.map((condition) => conditionTest(json, condition, writer) ?? refuse()).join(' AND ')})`
  }
  const condition = isOperator(wanted) ? wanted : { op: Array.isArray(wanted) ? 'in' : 'eq', value: wanted }
  return conditionTest(json, condition, writer) ?? refuse()
}

/** Null for an operator or a value that is not taken. */
function conditionTest(json: string, { op, value }: { op: string; value: unknown }, writer: SqlWriter): string | null {
  const test = Object.hasOwn(TESTS, op) ? TESTS[op] : undefined
  return test?.(writer, json, value) ?? null
}

function isOperator(wanted: unknown): wanted is { op: string; value: unknown } {
  return typeof wanted === 'object' && wanted !== null && typeof (wanted as { op?: unknown }).op === 'string' && 'value' in wanted
}

/** Equal to the value, or a list that holds it (several choices). */
function equal(writer: SqlWriter, json: string, value: unknown): string {
  if (value === null) return `NULLIF(${json}, 'null'::jsonb) IS NULL`
  const parameter = writer.value(JSON.stringify(value), 'jsonb')
  return `(${json} = ${parameter} OR (jsonb_typeof(${json}) = 'array' AND ${json} @> ${parameter}))`
}

function order(op: string): Test {
  return (writer, json, value) => {
    if (typeof value === 'number')
      return `CASE WHEN jsonb_typeof(${json}) = 'number' THEN (${json} #>> '{}')::float8 ${op} ${writer.value(value, 'float8')} END`
    return typeof value === 'string' ? `(${json} #>> '{}') COLLATE "C" ${op} ${writer.value(value, 'text')}` : null
  }
}
