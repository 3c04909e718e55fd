/** The filter `json`: an object of path -> value, path -> { op, value }, or path -> a list of { op, value } that all hold, on a json
 *  field. Paths come from the caller: their shape is checked, and they
 *  only ever become parameters. */

import { isBlank, searchForm } from '../../core/values/normaliseText.ts'
import { type FieldIndexKind, type FieldPath, fieldExpression } from '../database/fieldIndex.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import { placeToken } from '../database/tableModel.ts'
import { refuseInput } from './refuseInput.ts'
import { ownColumn } from './rowSource.ts'

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
  contains: (writer, json, value) =>
    typeof value === 'string' ? `strpos(platform_folded(${json} #>> '{}'), ${writer.value(searchForm(value), 'text')}) > 0` : null,
  lt: order('<'),
  lte: order('<='),
  gt: order('>'),
  gte: order('>='),
}

/** Operators that compare with given values. */
const VALUES: Readonly<Record<string, (value: unknown) => unknown[]>> = { eq: (value) => [value], in: (value) => value as unknown[] }

/** What indexes tell of a json field. */
export interface JsonIndexes {
  /** Which rows hold a value at a path. */
  holdsValues: boolean
  /** Whether an index exists for the path and these tests. */
  has(path: FieldPath): boolean
  /** Id of the object to which the search is limited. */
  place: string | null
}

/** @throws CALL_INPUT for a path, an operator or a value that is not taken */
export function jsonFilter(
  callId: string,
  { entity, field }: Pick<FieldPath, 'entity' | 'field'>,
): (writer: SqlWriter, value: unknown, indexes: JsonIndexes | null) => string {
  const column = ownColumn(field)
  return (writer, value, indexes) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) refuseInput(callId, '', 'type')
    const entries = Object.entries(value)
    if (entries.length > MAX_PATHS) refuseInput(callId, '', 'maxProperties')
    const parts = entries.flatMap(([path, wanted]) =>
      wanted === null || wanted === undefined
        ? []
        : [
            pathTest(callId, column, path, wanted, writer),
            ...(indexes?.holdsValues ? heldValues(column, path, wanted, writer) : []),
            ...(indexes ? impliedTests({ entity, field, path }, wanted, indexes, writer) : []),
          ],
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
  return conditionTest(json, conditionOf(wanted), writer) ?? refuse()
}

/** Conditions on the whole object that follow from the wanted values, also when a list holds one; none where no index helps. */
function heldValues(column: string, path: string, wanted: unknown, writer: SqlWriter): string[] {
  const steps = path.split('.')
  // a number may be an index into a list
  if (steps.some((step) => /^\d+$/.test(step))) return []
  const place = ['$', ...steps.map((step) => JSON.stringify(step))].join('.')
  return conditionsOf(wanted).flatMap(({ op, value }) => {
    const values = VALUES[op]?.(value) ?? []
    if (values.length === 0 || values.some((each) => each === null || typeof each === 'object')) return []
    const test = values.map((each) => `${place} == ${JSON.stringify(each)}`).join(' || ')
    return [`${column} @@ ${writer.value(test, 'jsonpath')}`]
  })
}

const SPANS = new Set(['lt', 'lte', 'gt', 'gte'])
const SYMBOLS: Readonly<Record<string, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }

/** The tests on each path for which an index of that path could find the rows. */
export function askedPaths({ entity, field }: Pick<FieldPath, 'entity' | 'field'>, value: unknown): FieldPath[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([path, wanted]) =>
    conditionsOf(wanted).flatMap((condition) => {
      const kind = SAFE_PATH.test(path) ? kindOf(condition) : null
      return kind ? [{ entity, field, path, kind }] : []
    }),
  )
}

function kindOf({ op, value }: { op: string; value: unknown }): FieldIndexKind | null {
  if (op === 'contains') return typeof value === 'string' && !isBlank(value) ? 'words' : null
  if (!SPANS.has(op)) return null
  return typeof value === 'number' ? 'number' : typeof value === 'string' ? 'text' : null
}

/** The same tests in the form that an index of the path answers. */
function impliedTests(at: Omit<FieldPath, 'kind'>, wanted: unknown, { has, place }: JsonIndexes, writer: SqlWriter): string[] {
  return conditionsOf(wanted).flatMap((condition) => {
    const kind = kindOf(condition)
    if (kind === null || !has({ ...at, kind })) return []
    const expression = fieldExpression({ ...at, kind }, ownColumn)
    if (kind !== 'words') {
      const parameter = writer.value(condition.value, kind === 'number' ? 'float8' : 'text')
      return [`${expression} ${SYMBOLS[condition.op]} ${parameter}`]
    }
    return [`${expression} @> (SELECT ${wantedPairs(searchForm(String(condition.value)), at.entity.searchWithin ? place : null, writer)})`]
  })
}

/** Character pairs of a word in its `searchForm`, and the object to which the search is limited. */
export function wantedPairs(word: string, place: string | null, writer: SqlWriter): string {
  const pairs = `platform_wanted_pairs(${writer.value(word, 'text')})`
  return place === null ? pairs : `${pairs} || ${writer.value(placeToken(place), 'text')}`
}

function conditionsOf(wanted: unknown): { op: string; value: unknown }[] {
  return Array.isArray(wanted) && wanted.length > 0 && wanted.every(isOperator) ? wanted : [conditionOf(wanted)]
}

function conditionOf(wanted: unknown): { op: string; value: unknown } {
  return isOperator(wanted) ? wanted : { op: Array.isArray(wanted) ? 'in' : 'eq', value: wanted }
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
