/** Evaluates `Value` and `Cel` of documents over a scope: the names an expression may use, read when it runs. Results are kept per scope reading,
 *  and an equal result keeps its identity, so that nothing draws itself again for nothing. */

import type { Cel, Value } from '../core/documents.ts'
import { expressionNames, runExpression } from './expression.ts'
import { sameValue } from './sameValue.ts'

export type Names = Readonly<Record<string, unknown>>

/** A source of names that changes over time. `read` answers the same object until something changed. */
export interface Scope {
  read(): Names
  subscribe(listener: () => void): () => void
}

/** A scope that never changes. */
export function fixedScope(names: Names): Scope {
  return { read: () => names, subscribe: () => () => {} }
}

/** `parent` with more names on top: `row`, `item`, `input`, `result`. */
export function extendScope(parent: Scope, names: Names): Scope {
  let seen: Names | null = null
  let merged: Names = names
  return {
    read() {
      const above = parent.read()
      if (above !== seen) {
        seen = above
        merged = { ...above, ...names }
      }
      return merged
    },
    subscribe: (listener) => parent.subscribe(listener),
  }
}

/** Whether a value is an expression to evaluate. */
export function isCel(value: unknown): value is Cel {
  return typeof value === 'object' && value !== null && typeof (value as Cel).cel === 'string'
}

/** The value of an expression; null when it cannot be computed (reported once to the console, where developers look). */
export function evaluateCel(cel: Cel, scope: Scope): unknown {
  return evaluateOver(cel, scope.read())
}

/** True only for true: conditions fail closed. What holds only because an answer failed to come is not known, and does not hold either. */
export function holds(condition: Cel | undefined, scope: Scope): boolean {
  return condition === undefined || (evaluateCel(condition, scope) === true && failureBehind(condition, scope) === undefined)
}

/** Key of names: the sources among them that failed. */
export const FAILED: unique symbol = Symbol('failed sources')

/** The failed source without whose null the condition would not hold; undefined when there is none. */
export function failureBehind(condition: Cel | undefined, scope: Scope): string | undefined {
  const names = scope.read() as FailingNames
  if (condition === undefined || !names[FAILED]?.size) return undefined
  const failed = expressionNames(condition.cel).filter((name) => names[FAILED]!.has(name))
  if (failed.length === 0 || evaluateCel(condition, scope) !== true) return undefined
  return failed.find((name) => !holdsWithout(condition, name, names))
}

/** Names, and which of them failed. */
export type FailingNames = Names & { readonly [FAILED]?: ReadonlySet<string> }

/** Whether the condition holds without a look at the name. */
function holdsWithout({ cel }: Cel, name: string, names: Names): boolean {
  const unknown = Object.defineProperty({ ...names }, name, {
    get() {
      throw new Error(`${name} is not known`)
    },
  })
  try {
    return runExpression(cel, unknown) === true
  } catch {
    return false
  }
}

/** Literals as they are, expressions evaluated, in arrays and objects too. */
export function evaluateValue(value: Value | undefined, scope: Scope): unknown {
  if (value === undefined || value === null || typeof value !== 'object') return value
  if (isCel(value)) return evaluateCel(value, scope)
  if (Array.isArray(value)) return value.map((item) => evaluateValue(item, scope))
  return evaluateEntries(value, scope)
}

/** `evaluateValue` for each entry of an object. */
export function evaluateEntries(values: Record<string, Value> | undefined, scope: Scope): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, evaluateValue(value, scope)]))
}

/** Names that the expressions inside a value read: `{a: {cel: "sum.x + lang"}}` -> sum, lang. */
export function namesIn(value: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  collectNames(value, names)
  return names
}

function collectNames(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (isCel(value)) for (const name of expressionNames(value.cel)) names.add(name)
  else for (const item of Object.values(value)) collectNames(item, names)
}

const readings = new WeakMap<Names, Map<string, unknown>>()
const lastResults = new Map<string, unknown>()
const LAST_RESULTS_LIMIT = 2_000
const reported = new Set<string>()

function evaluateOver({ cel }: Cel, names: Names): unknown {
  const results = readings.get(names) ?? new Map<string, unknown>()
  readings.set(names, results)
  if (results.has(cel)) return results.get(cel)
  const result = sameIdentity(cel, compute(cel, names))
  results.set(cel, result)
  return result
}

function compute(cel: string, names: Names): unknown {
  try {
    return runExpression(cel, names)
  } catch (error) {
    if (!reported.has(cel)) console.warn(`Expression "${cel}" has no value here:`, error)
    reported.add(cel)
    return null
  }
}

function sameIdentity(cel: string, result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result
  const last = lastResults.get(cel)
  if (sameValue(last, result)) return last
  if (lastResults.size >= LAST_RESULTS_LIMIT) lastResults.clear()
  lastResults.set(cel, result)
  return result
}
