/** Comparisons of order. */
import type { SqlWriter } from '../SqlWriter.ts'
import { as, TEXTUAL } from './casts.ts'
import { type Fragment, known, type Mode, type Target } from './fragment.ts'
import { isDate, isDatetime, parameterFor } from './parameters.ts'

type Write = (at: Target, mode: Mode) => string

/** A test of kinds that have no order: neither true nor false, as a fault is. */
const FAULT = 'NULL::boolean'

export const FLIPPED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** @returns null when values of this kind have no order */
export function orderWithConstant(op: string, left: Fragment, right: Fragment): Write | null {
  if (left.kind === 'boolean') return null
  const text = as(left, 'string')
  return (at, mode) => {
    const value = right.constant!(at.scope) ?? null
    if (value === null) return 'FALSE'
    if (left.kind === 'json') return jsonOrder(op, left.write(at, 'exact'), value, at.writer)
    const typed = left.kind === 'number' || (left.kind === 'datetime' && isDatetime(value)) || (left.kind === 'date' && isDate(value))
    if (typed) {
      const parameter = parameterFor(left, value, at.writer)
      return parameter === null ? FAULT : known(`${left.write(at, 'exact')} ${op} ${parameter}`, mode)
    }
    if (!text || typeof value !== 'string' || value.includes('\0')) return FAULT
    return known(`(${text.write(at, 'exact')}) COLLATE "C" ${op} ${at.writer.value(value, 'text')}`, mode)
  }
}

/** Negation of a comparison of order. */
export function orderFails(op: string, left: Fragment, right: Fragment, write: Write): (at: Target) => string {
  return (at) => {
    const value = right.constant!(at.scope) ?? null
    if (value === null) return 'TRUE'
    const ordered = left.kind === 'number' ? typeof value === 'number' : left.kind === 'datetime' ? isDatetime(value) : false
    if (!ordered) return `(${write(at, 'filter')} IS NOT TRUE)`
    const column = left.write(at, 'exact')
    const opposite = `${column} ${OPPOSITE[op]} ${parameterFor(left, value, at.writer)}`
    return left.present ? `(${opposite})` : `(${opposite} OR ${column} IS NULL)`
  }
}

const OPPOSITE: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' }

function jsonOrder(op: string, json: string, value: unknown, writer: SqlWriter): string {
  const number = typeof value === 'number'
  if (!number && (typeof value !== 'string' || value.includes('\0'))) return FAULT
  const operand = number ? `(${json} #>> '{}')::float8` : `(${json} #>> '{}') COLLATE "C"`
  const test = `${operand} ${op} ${writer.value(value, number ? 'float8' : 'text')}`
  return `CASE WHEN ${json} IS NULL THEN FALSE WHEN jsonb_typeof(${json}) = '${number ? 'number' : 'string'}' THEN ${test} END`
}

/** Of two values of a row. @returns null when they have no order */
export function orderOfTwo(op: string, left: Fragment, right: Fragment): Write | null {
  if (left.kind === right.kind && (left.kind === 'number' || left.kind === 'datetime' || left.kind === 'date')) {
    return (at, mode) => known(`${left.write(at, 'exact')} ${op} ${right.write(at, 'exact')}`, mode)
  }
  if (left.kind === 'number' || right.kind === 'number') {
    const numbers = [as(left, 'number'), as(right, 'number')]
    return numbers[0] && numbers[1] ? orderOfTwo(op, numbers[0], numbers[1]) : null
  }
  if (!TEXTUAL.includes(left.kind) && !TEXTUAL.includes(right.kind)) return null
  const [a, b] = [as(left, 'string'), as(right, 'string')]
  if (!a || !b) return null
  return (at, mode) => known(`(${a.write(at, 'exact')}) COLLATE "C" ${op} (${b.write(at, 'exact')}) COLLATE "C"`, mode)
}
