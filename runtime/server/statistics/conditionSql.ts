/** Translates a rule of a form to an SQL condition over stored answers, as far as rows of simple conditions can say it. So the server counts how many
 *  people never saw a question. Rules that read the context, rights or rows of a group are not translated. Values become parameters. */

import { isGroup, membersOf, parseVisualRule, type RuleCondition, type RuleLiteral, type VisualRule } from '../../core/studio/visualRule.ts'
import type { SqlWriter } from '../database/SqlWriter.ts'
import { answered, array } from './jsonSql.ts'

type PlaceOf = (steps: readonly string[]) => string

/** Null when the rule says something else. Never null in SQL. */
export function conditionSql(cel: string, place: PlaceOf, writer: SqlWriter): string | null {
  const rule = parseVisualRule(cel)
  return rule && ruleSql(rule, place, writer)
}

function ruleSql(rule: VisualRule, place: PlaceOf, writer: SqlWriter): string | null {
  if ('rows' in rule) return null
  if (!isGroup(rule)) return rowSql(rule, place, writer)
  const { join, rules } = membersOf(rule)
  const parts = rules.map((each) => ruleSql(each, place, writer))
  if (parts.length === 0 || parts.some((part) => part === null)) return null
  const joined = `(${parts.join(join === 'all' ? ' AND ' : ' OR ')})`
  return join === 'not' ? `NOT ${joined}` : joined
}

/** First path steps that are no field. */
const NOT_ANSWERS: readonly string[] = ['context', 'session', 'item']

function rowSql({ field, op, value }: RuleCondition, place: PlaceOf, writer: SqlWriter): string | null {
  const steps = field.split('.')
  if (NOT_ANSWERS.includes(steps[0]!)) return null
  const json = place(steps)
  if (op === 'answered') return answered(json)
  if (op === 'unanswered') return `NOT ${answered(json)}`
  if (value === undefined || (typeof value === 'object' && !Array.isArray(value))) return null
  const test = Array.isArray(value)
    ? ofList(json, op, value as readonly RuleLiteral[], writer)
    : ofOne(json, op, value as RuleLiteral, writer)
  return test && `COALESCE(${test}, FALSE)`
}

function ofOne(json: string, op: RuleCondition['op'], value: RuleLiteral, writer: SqlWriter): string | null {
  const wanted = () => writer.value(JSON.stringify(value), 'jsonb')
  if (op === 'equals') return `${json} = ${wanted()}`
  if (op === 'notEquals') return `(${json} IS DISTINCT FROM ${wanted()})`
  if (op === 'includes') return `${array(json)} @> ${wanted()}`
  if (op === 'includesNot') return `NOT (${array(json)} @> ${wanted()})`
  if (typeof value !== 'number') return null
  const order = ORDERS[op]
  if (order) return `CASE WHEN jsonb_typeof(${json}) = 'number' THEN (${json})::float8 ${order} ${writer.value(value, 'float8')} END`
  const count = COUNTS[op]
  return count ? `jsonb_array_length(${array(json)}) ${count} ${writer.value(value, 'float8')}` : null
}

const ORDERS: Partial<Record<RuleCondition['op'], string>> = { less: '<', atMost: '<=', more: '>', atLeast: '>=' }
const COUNTS: Partial<Record<RuleCondition['op'], string>> = { countEquals: '=', countAtLeast: '>=', countAtMost: '<=' }

function ofList(json: string, op: RuleCondition['op'], values: readonly RuleLiteral[], writer: SqlWriter): string | null {
  const any = (test: (value: RuleLiteral) => string) => `(${values.map(test).join(' OR ')})`
  const wanted = (value: RuleLiteral) => writer.value(JSON.stringify(value), 'jsonb')
  if (op === 'oneOf') return any((value) => `${json} = ${wanted(value)}`)
  if (op === 'noneOf') return `NOT COALESCE(${any((value) => `${json} = ${wanted(value)}`)}, FALSE)`
  if (op === 'includesAny') return any((value) => `${array(json)} @> ${wanted(value)}`)
  return op === 'includesAll' ? `${array(json)} @> ${writer.value(JSON.stringify(values), 'jsonb')}` : null
}
