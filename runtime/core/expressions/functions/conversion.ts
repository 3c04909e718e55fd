import { EvaluationFault } from '../EvaluationFault.ts'
import { type FunctionEntry, functionEntry, PASS_NULLS } from '../FunctionEntry.ts'
import { Duration, parseDuration, parseTimestamp, Timestamp } from '../temporal.ts'
import { toText } from '../toText.ts'
import { kindOfValue, TypeValue } from '../values.ts'

export const conversionFunctions: readonly FunctionEntry[] = [
  functionEntry('string(dyn): string', 'The text of a value.', ([value]: [unknown], budget) => {
    if (value instanceof Uint8Array) budget.spendText(value.length)
    return toText(value)
  }),
  functionEntry('int(dyn): number', 'A whole number: of a text, or without the part after the point.', ([value]: [unknown]) =>
    toInt(value),
  ),
  functionEntry('uint(dyn): number', 'A whole number, not negative.', ([value]: [unknown]) => {
    const number = toInt(value)
    if (number < 0 || (typeof value === 'number' && value < 0)) throw new EvaluationFault('a negative number has no uint')
    return number
  }),
  functionEntry('double(dyn): number', 'A number.', ([value]: [unknown]) => {
    if (typeof value === 'number') return value
    if (typeof value === 'string') return parseDouble(value)
    throw new EvaluationFault('this value has no number')
  }),
  functionEntry('bool(dyn): boolean', 'true or false, from a text too.', ([value]: [unknown]) => {
    if (typeof value === 'boolean') return value
    if (typeof value === 'string' && TRUE.has(value)) return true
    if (typeof value === 'string' && FALSE.has(value)) return false
    throw new EvaluationFault('this value is neither true nor false')
  }),
  functionEntry('bytes(dyn): bytes', 'The UTF-8 bytes of a text.', ([value]: [unknown], budget) => {
    if (value instanceof Uint8Array) return value
    if (typeof value !== 'string') throw new EvaluationFault('this value has no bytes')
    budget.spendText(value.length)
    return new TextEncoder().encode(value)
  }),
  functionEntry('dyn(dyn): dyn', 'The value itself, its type not checked.', ([value]: [unknown]) => value, { whenNull: PASS_NULLS }),
  functionEntry('type(dyn): type', 'The type of a value.', ([value]: [unknown]) => typeOf(value), { whenNull: PASS_NULLS }),
  functionEntry('timestamp(dyn): timestamp', 'A moment: of a text (RFC 3339) or of seconds since 1970.', ([value]: [unknown], budget) => {
    budget.spend(TIME_STEPS)
    if (value instanceof Timestamp) return value
    if (typeof value === 'string') return parseTimestamp(value)
    if (typeof value === 'number') return new Timestamp(Math.trunc(value), 0)
    throw new EvaluationFault('this value is no moment')
  }),
  functionEntry('duration(dyn): duration', 'A length of time, of a text such as `1h30m`.', ([value]: [unknown], budget) => {
    budget.spend(TIME_STEPS)
    if (value instanceof Duration) return value
    if (typeof value === 'string') return parseDuration(value)
    throw new EvaluationFault('this value is no length of time')
  }),
]

/** Reading a moment or a length of time. */
const TIME_STEPS = 25

const TRUE = new Set(['1', 't', 'true', 'TRUE', 'True'])
const FALSE = new Set(['0', 'f', 'false', 'FALSE', 'False'])

/** Names that stand for a type in `type(x) == int`. */
export const typeNames: Readonly<Record<string, TypeValue>> = Object.freeze(
  Object.fromEntries(
    ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'list', 'map', 'null_type', 'type'].map((name) => [name, new TypeValue(name)]),
  ),
)

function typeOf(value: unknown): TypeValue {
  const kind = kindOfValue(value)
  if (kind === 'number') return Number.isInteger(value) ? typeNames.int! : typeNames.double!
  if (kind === 'null') return typeNames.null_type!
  if (kind === 'boolean') return typeNames.bool!
  if (kind === 'timestamp' || kind === 'duration')
    return new TypeValue(`google.protobuf.${kind === 'timestamp' ? 'Timestamp' : 'Duration'}`)
  return typeNames[kind]!
}

function toInt(value: unknown): number {
  if (typeof value === 'string') return parseInteger(value)
  if (value instanceof Timestamp) return value.seconds
  if (typeof value !== 'number') throw new EvaluationFault('this value has no whole number')
  const whole = Math.trunc(value)
  if (!(Math.abs(whole) < 2 ** 63)) throw new EvaluationFault('too large for a whole number')
  return whole + 0
}

function parseInteger(text: string): number {
  if (!/^[+-]?\d{1,20}$/.test(text)) throw new EvaluationFault('not a whole number')
  const value = Number(text)
  if (BigInt(value) !== BigInt(text.replace('+', ''))) throw new EvaluationFault('this whole number cannot be held exactly')
  return value
}

function parseDouble(text: string): number {
  if (text === 'NaN') return Number.NaN
  const infinite = /^([+-]?)(?:Inf|Infinity)$/i.exec(text)
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const value = text.length <= 400 && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw new EvaluationFault('not a number')
  return value
}
