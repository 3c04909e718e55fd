/** Tests joined by and, or and not. */
import { as } from './casts.ts'
import type { Fragment, Mode, Target } from './fragment.ts'

/** Any fragment where true or false is asked for. */
export function conditionOf(fragment: Fragment, at: Target, mode: Mode): string {
  if (fragment.constant) return fragment.constant(at.scope) === true ? 'TRUE' : 'FALSE'
  const bool = as(fragment, 'boolean')
  if (!bool) return 'FALSE'
  const sql = bool.write(at, mode)
  return mode === 'exact' && bool.nullable ? `coalesce(${sql}, FALSE)` : sql
}

export function logic(word: 'AND' | 'OR', left: Fragment, right: Fragment): Fragment {
  return {
    kind: 'boolean',
    write: (at, mode) =>
      joined(
        word,
        at,
        () => conditionOf(left, at, mode),
        () => conditionOf(right, at, mode),
      ),
    fails: (at) =>
      joined(
        word === 'AND' ? 'OR' : 'AND',
        at,
        () => failing(left, at),
        () => failing(right, at),
      ),
  }
}

/** Joins two conditions. When a constant one decides the result, the other is left out with its parameters. */
export function joined(word: 'AND' | 'OR', { writer }: Target, left: () => string, right: () => string): string {
  const [neutral, decisive] = word === 'AND' ? ['TRUE', 'FALSE'] : ['FALSE', 'TRUE']
  const before = writer.values.length
  const one = left()
  if (one === decisive) return decisive
  const other = right()
  if (other === decisive) {
    writer.values.length = before
    return decisive
  }
  if (one === neutral) return other
  return other === neutral ? one : `(${one} ${word} ${other})`
}

/** The condition that a test does not hold: it is false, or a fault. */
export function failing(test: Fragment, at: Target): string {
  if (test.constant) return test.constant(at.scope) === true ? 'FALSE' : 'TRUE'
  if (test.fails) return test.fails(at)
  const sql = conditionOf(test, at, 'filter')
  return sql === 'TRUE' ? 'FALSE' : sql === 'FALSE' ? 'TRUE' : `(${sql} IS NOT TRUE)`
}

/** True where the other is false or a fault. */
export function negation(fragment: Fragment): Fragment {
  return { kind: 'boolean', write: (at) => `NOT ${conditionOf(fragment, at, 'exact')}` }
}
