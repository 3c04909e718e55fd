import { EvaluationFault } from '../EvaluationFault.ts'
import { type FunctionEntry, functionEntry, PASS_NULLS } from '../FunctionEntry.ts'
import { elementType, type ScopeType } from '../types.ts'
import { compare, fromData } from '../values.ts'

const sameAsArguments = { returnsOf: ([first]: readonly ScopeType[]) => first ?? 'dyn' }
const memberOfList = { returnsOf: ([list]: readonly ScopeType[]) => elementType(list ?? 'dyn') }
type Two = [number, number]

export const numberFunctions: readonly FunctionEntry[] = [
  functionEntry('round(number): number', 'To the nearest whole number, halves away from zero.', ([x]: [number]) => roundTo(x, 0)),
  functionEntry('round(number, number): number', 'To n digits after the point, halves away from zero.', ([x, n]: Two) => roundTo(x, n)),
  functionEntry(
    'min(list): dyn',
    'The smallest member that is not null; null for none.',
    ([list]: [unknown[]], budget) => {
      budget.spend(list.length)
      return extreme(list, -1, (a, b) => compare(a, b, budget))
    },
    memberOfList,
  ),
  functionEntry(
    'max(list): dyn',
    'The largest member that is not null; null for none.',
    ([list]: [unknown[]], budget) => {
      budget.spend(list.length)
      return extreme(list, 1, (a, b) => compare(a, b, budget))
    },
    memberOfList,
  ),
  functionEntry(
    'min(dyn, dyn...): dyn',
    'The smallest argument that is not null.',
    (args, budget) => extreme(args, -1, (a, b) => compare(a, b, budget)),
    {
      ...sameAsArguments,
      whenNull: PASS_NULLS,
    },
  ),
  functionEntry(
    'max(dyn, dyn...): dyn',
    'The largest argument that is not null.',
    (args, budget) => extreme(args, 1, (a, b) => compare(a, b, budget)),
    {
      ...sameAsArguments,
      whenNull: PASS_NULLS,
    },
  ),
  functionEntry(
    'sum(list): number',
    'Sum of the numbers of a list; nulls count 0.',
    ([list]: [unknown[]], budget) => {
      budget.spend(list.length)
      return sum(list)
    },
    { whenNull: 0 },
  ),
  functionEntry('math.ceil(number): number', 'Up to a whole number.', ([x]: [number]) => Math.ceil(x)),
  functionEntry('math.floor(number): number', 'Down to a whole number.', ([x]: [number]) => Math.floor(x)),
  functionEntry('math.round(number): number', 'To the nearest whole number, halves away from zero.', ([x]: [number]) => roundTo(x, 0)),
  functionEntry('math.trunc(number): number', 'Without the part after the point.', ([x]: [number]) => Math.trunc(x)),
  functionEntry('math.abs(number): number', 'Without the sign.', ([x]: [number]) => Math.abs(x)),
  functionEntry('math.sign(number): number', '-1, 0 or 1.', ([x]: [number]) => Math.sign(x)),
  functionEntry('math.isNaN(number): boolean', 'Whether it is not a number.', ([x]: [number]) => Number.isNaN(x)),
  functionEntry('math.isInf(number): boolean', 'Whether it is infinite.', ([x]: [number]) => Math.abs(x) === Number.POSITIVE_INFINITY),
  functionEntry('math.isFinite(number): boolean', 'Whether it is a finite number.', ([x]: [number]) => Number.isFinite(x)),
  functionEntry('math.least(number...): number', 'The smallest argument.', (args) => Math.min(...(args as readonly number[]))),
  functionEntry('math.greatest(number...): number', 'The largest argument.', (args) => Math.max(...(args as readonly number[]))),
  functionEntry('math.least(list<number>): number', 'The smallest member.', ([list]: [number[]], budget) => {
    budget.spend(list.length)
    return extreme(numbers(list), -1, (a, b) => compare(a, b, budget))
  }),
  functionEntry('math.greatest(list<number>): number', 'The largest member.', ([list]: [number[]], budget) => {
    budget.spend(list.length)
    return extreme(numbers(list), 1, (a, b) => compare(a, b, budget))
  }),
]

/** Halves away from zero, judged on the decimal digits: 1.005 to 2 digits is 1.01. */
function roundTo(x: number, digits: number): number {
  if (!Number.isInteger(digits) || Math.abs(digits) > 15) throw new EvaluationFault('round() takes -15 to 15 digits')
  if (!Number.isFinite(x)) return x
  const [mantissa, exponent = '0'] = String(Math.abs(x)).split('e')
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  const [whole, power = '0'] = String(scaled).split('e')
  return Math.sign(x) * Number(`${whole}e${Number(power) - digits}`)
}

function extreme(items: readonly unknown[], sign: 1 | -1, order: (a: unknown, b: unknown) => number): unknown {
  let best: unknown = null
  for (const raw of items) {
    const item = fromData(raw)
    if (item !== null && (best === null || order(item, best) * sign > 0)) best = item
  }
  return best
}

function sum(items: readonly unknown[]): number {
  let total = 0
  for (const raw of items) {
    const item = fromData(raw)
    if (item === null) continue
    if (typeof item !== 'number') throw new EvaluationFault('sum() takes a list of numbers')
    total += item
  }
  return total
}

function numbers(items: readonly unknown[]): readonly unknown[] {
  if (items.length === 0 || items.some((item) => typeof item !== 'number')) throw new EvaluationFault('numbers expected')
  return items
}
