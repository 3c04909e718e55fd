/** One expression of a form, compiled. The only place of the form logic that knows the expression engine. */
import { compileUnchecked } from '../expressions/compileUnchecked.ts'
import { ExpressionError } from '../expressions/ExpressionError.ts'

/** Compiled expression over `{ ...root fields, item, context, session, now }`. */
export interface Rule {
  readonly source: string
  /** Paths read, e.g. `['item', 'name']`. */
  readonly references: readonly (readonly string[])[]
  /** The result depends on the time. */
  readonly readsNow: boolean
  /** Facts of the page that the form was filled on. */
  readonly readsContext: boolean
  /** Null for a missing value, for mistakes in the data, and for data too large for the step budget (which is counted, so that both sides
   *  stop at the same place). @throws ExpressionError EXPRESSION_REGEX before the regular-expression engine is loaded */
  evaluate(scope: Record<string, unknown>): unknown
}

/** Rules of a form repeat (one in ten fields is conditional on the same answer): equal sources are compiled once. */
const CACHE_SIZE = 2_000
const cache = new Map<string, Rule>()

/** @throws ExpressionError when the source does not parse */
export function compileRule(source: string): Rule {
  const known = cache.get(source)
  if (known) return known
  // Types were checked when the form was linked; a pruned form may read fields that are not there any more.
  const compiled = compileUnchecked(source)
  const { references } = compiled
  const rule: Rule = {
    source,
    references,
    readsNow: references.some(([name]) => name === 'now'),
    readsContext: references.some(([name]) => name === 'context'),
    evaluate: (scope) => evaluateOrNull(() => compiled.evaluate(scope)),
  }
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(source, rule)
  return rule
}

function evaluateOrNull(evaluate: () => unknown): unknown {
  try {
    return evaluate() ?? null
  } catch (error) {
    if (error instanceof ExpressionError && error.code === 'EXPRESSION_LIMIT') return null
    throw error
  }
}
