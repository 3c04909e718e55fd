/** Compiles a CEL source to a checked, frozen, reusable expression. */
import { checkTypes } from './checkTypes.ts'
import type { Clash } from './clashOf.ts'
import { type CompiledExpression, makeExpression, parse, remember } from './compileUnchecked.ts'
import type { ScopeTypes } from './types.ts'

const checked = new WeakMap<ScopeTypes, Map<string, CompiledExpression>>()
/** Checked, but without the types of a scope. */
const unscoped = new Map<string, CompiledExpression>()

/**
 * Compiles an expression, or answers the one compiled before (for the same `scope` object).
 * @param scope  types of the names that may be read; without it every name may be anything (and is null when missing)
 * @throws ExpressionError `EXPRESSION_SYNTAX`, `EXPRESSION_TYPE`, `EXPRESSION_UNKNOWN` (with `unknown` and `known`), `EXPRESSION_LIMIT`
 */
export function compileExpression(source: string, scope?: ScopeTypes): CompiledExpression {
  const cache = scope ? cacheFor(scope) : unscoped
  const known = cache.get(source)
  if (known) return known
  const parts = parse(source)
  const clashes: Clash[] = []
  const compiled = makeExpression(source, parts, checkTypes(parts.ast, scope, clashes), clashes)
  remember(cache, source, compiled)
  return compiled
}

function cacheFor(scope: ScopeTypes): Map<string, CompiledExpression> {
  const known = checked.get(scope)
  if (known) return known
  const made = new Map<string, CompiledExpression>()
  checked.set(scope, made)
  return made
}
