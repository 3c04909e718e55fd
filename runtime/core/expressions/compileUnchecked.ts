/** An expression without its types: all that a browser needs, for the server has checked what it sends. */
import { type Ast, referencesOf, walk } from './ast.ts'
import { Budget } from './Budget.ts'
import type { Clash } from './clashOf.ts'
import { compileTree, type Evaluate } from './compileTree.ts'
import { EvaluationFault } from './EvaluationFault.ts'
import { ExpressionError } from './ExpressionError.ts'
import { parseExpression } from './parseExpression.ts'
import { compilePattern, isRegexEngineLoaded } from './regexEngine.ts'
import type { ScopeType } from './types.ts'
import { toResult } from './values.ts'

export interface CompiledExpression {
  readonly source: string
  readonly ast: Ast
  /** Type of the result; every type includes null. */
  readonly type: ScopeType
  /** Paths read from the scope: `[['row','status'], ['identity']]`. */
  readonly references: readonly (readonly string[])[]
  /** The expression calls `matches`: in a browser, `await loadRegexEngine()` before evaluating. */
  readonly usesRegex: boolean
  /** Comparisons that are always the same; none where types were not checked. */
  readonly clashes: readonly Clash[]
  /**
   * The value for a scope, as JSON data (numbers are JS numbers). Missing data reads as null; a genuine mistake (a text where a number is
   * needed, division by zero) gives null too.
   * @throws ExpressionError `EXPRESSION_LIMIT` when the data is too large for the budget of steps; `EXPRESSION_REGEX` before the engine is loaded
   */
  evaluate(scope: Readonly<Record<string, unknown>>): unknown
  /** As `evaluate`, but a genuine mistake throws. @throws ExpressionError also `EXPRESSION_EVALUATION` */
  evaluateStrictly(scope: Readonly<Record<string, unknown>>): unknown
}

const CACHE_SIZE = 5_000
const parsed = new Map<string, Parsed>()
const untyped = new Map<string, CompiledExpression>()

/** Compiles without checking types: names, fields and functions may be anything and fault when they are reached. For expressions that were
 *  checked before (a screen received from the server). @throws ExpressionError `EXPRESSION_SYNTAX`, `EXPRESSION_LIMIT` */
export function compileUnchecked(source: string): CompiledExpression {
  const known = untyped.get(source)
  if (known) return known
  const compiled = makeExpression(source, parse(source), 'dyn')
  remember(untyped, source, compiled)
  return compiled
}

/** Whether a condition holds: anything but `true` is false. @throws ExpressionError as `evaluate` */
export function evaluateCondition(expression: CompiledExpression, scope: Readonly<Record<string, unknown>>): boolean {
  return expression.evaluate(scope) === true
}

export interface Parsed {
  readonly ast: Ast
  readonly run: Evaluate
  readonly references: readonly (readonly string[])[]
  readonly usesRegex: boolean
}

/** @throws ExpressionError `EXPRESSION_SYNTAX`, `EXPRESSION_LIMIT` */
export function parse(source: string): Parsed {
  const known = parsed.get(source)
  if (known) return known
  const ast = parseExpression(source)
  const parts = Object.freeze({ ast, run: compileTree(ast), references: referencesOf(ast), usesRegex: checkPatterns(ast) })
  remember(parsed, source, parts)
  return parts
}

/** An expression from its parsed form, without a check of types. @param type  of its value */
export function makeExpression(
  source: string,
  { ast, run, references, usesRegex }: Parsed,
  type: ScopeType,
  clashes: readonly Clash[] = [],
): CompiledExpression {
  const evaluateStrictly: CompiledExpression['evaluateStrictly'] = (scope) => {
    try {
      return start(run, scope)
    } catch (error) {
      if (error instanceof EvaluationFault) throw new ExpressionError('EXPRESSION_EVALUATION', error.message)
      throw error
    }
  }
  const evaluate: CompiledExpression['evaluate'] = (scope) => {
    try {
      return start(run, scope)
    } catch (error) {
      if (error instanceof EvaluationFault) return null
      throw error
    }
  }
  return Object.freeze({ source, ast, type, references, usesRegex, clashes, evaluate, evaluateStrictly })
}

function start(run: Evaluate, scope: Readonly<Record<string, unknown>>): unknown {
  return toResult(run({ scope, locals: [], budget: new Budget() }))
}

/** Compiles the patterns written in the expression, so that a wrong one is refused when it is written and not when it is used. */
function checkPatterns(ast: Ast): boolean {
  let found = false
  walk(ast, (node) => {
    if (node.kind !== 'call' || node.name !== 'matches') return
    found = true
    const pattern = node.args.at(-1)
    if (!isRegexEngineLoaded() || pattern?.kind !== 'literal' || typeof pattern.value !== 'string') return
    try {
      compilePattern(pattern.value)
    } catch (error) {
      if (error instanceof ExpressionError) throw new ExpressionError(error.code, error.message, { offset: pattern.start })
      throw error
    }
  })
  return found
}

/** Drops the oldest entry of a full cache. */
export function remember<V>(cache: Map<string, V>, source: string, value: V): void {
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!)
  cache.set(source, value)
}
