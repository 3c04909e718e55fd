/** Numbers, and dates that are moved, by the rules of JavaScript. */
import type { BinaryNode } from '../../../core/expressions/index.ts'
import { as } from './casts.ts'
import { knownIn } from './equality.ts'
import type { ConstantScope, Fragment, Target } from './fragment.ts'
import type { SqlCompiler } from './SqlCompiler.ts'

/** The negative of a number. */
export function minus(number: Fragment): Fragment {
  return { kind: 'number', write: (at) => `(- (${number.write(at, 'exact')})::float8)` }
}

/** NULL for a fraction and for a divisor of 0. By way of text: a cast from float8 to numeric keeps 15 digits only. */
function remainder(a: string, b: string): string {
  const numeric = (value: string) => `CASE WHEN ${value} = trunc(${value}) THEN ${value}::text::numeric END`
  return `mod(${numeric(a)}, NULLIF(${numeric(b)}, 0))::float8`
}

/** NULL for a day that is no date of four digits, as in JavaScript. */
export function movedDays(kind: 'date' | 'datetime', date: string, days: string): string {
  const moved = `(${date} + trunc(${days})::integer${kind === 'date' ? '' : " * interval '24 hours'"})`
  const inYears = `CASE WHEN ${moved} >= '0001-01-01' AND ${moved} < '10000-01-01' THEN ${moved} END`
  return `CASE WHEN abs(${days}) < ${LONGEST_MOVE} THEN ${inYears} END`
}

/** The same by minutes. */
export function movedMinutes(date: string, minutes: string): string {
  const moved = `(${date} + trunc(${minutes})::bigint * interval '1 minute')`
  const inYears = `CASE WHEN ${moved} >= '0001-01-01' AND ${moved} < '10000-01-01' THEN ${moved} END`
  return `CASE WHEN abs(${minutes}) < ${LONGEST_MOVE * MINUTES_PER_DAY} THEN ${inYears} END`
}

const MINUTES_PER_DAY = 1440

/** More days than there are in ten thousand years. */
const LONGEST_MOVE = 4_000_000

/** `+ - * / %` of numbers, and `+` of texts. */
export function arithmetic(compiler: SqlCompiler, node: BinaryNode, left: Fragment, right: Fragment): Fragment {
  const kinds = [left, right].map((side) => side.literalKind ?? side.kind)
  if (node.op === '+' && kinds.includes('string')) {
    const sides = [left, right].map((side) => as(side, 'string'))
    if (sides.includes(null)) compiler.refuse(node, 'a text is only joined with a text')
    const isKnown = (scope: ConstantScope) => sides.every((side) => knownIn(side!, scope))
    return { kind: 'string', isKnown, write: (at) => `(${sides.map((side) => side!.write(at, 'exact')).join(' || ')})` }
  }
  const sides = [left, right].map((side) => as(side, 'number') ?? compiler.refuse(node, `${side.kind} is no number`))
  const [a, b] = sides.map((side) => (at: Target) => `(${side.write(at, 'exact')})::float8`) as [
    (at: Target) => string,
    (at: Target) => string,
  ]
  if (node.op === '/' || node.op === '%') {
    if (!right.constant) compiler.refuse(node, 'the divisor may not depend on the row')
    return node.op === '/'
      ? { kind: 'number', write: (at) => `(${a(at)} / NULLIF(${b(at)}, 0))` }
      : { kind: 'number', write: (at) => remainder(a(at), b(at)) }
  }
  return { kind: 'number', write: (at) => `(${a(at)} ${node.op} ${b(at)})` }
}
