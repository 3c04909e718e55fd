/** Expressions of received documents, compiled once. They were type-checked on the server when the document was linked. */
import { type CompiledExpression, compileUnchecked } from '../core/expressions/compileUnchecked.ts'

const compiled = new Map<string, CompiledExpression>()

/** The value of an expression over names. @throws ExpressionError */
export function runExpression(source: string, names: Readonly<Record<string, unknown>>): unknown {
  return expressionOf(source).evaluate(names)
}

/** Names of the scope that an expression reads: `sum.list.size() + lang` reads sum and lang. Empty for what does not parse. */
export function expressionNames(source: string): readonly string[] {
  return [...new Set(expressionPaths(source).map(([name]) => name!))]
}

/** Paths that an expression reads, as `['help', 'total']`; none when it is unsound. */
export function expressionPaths(source: string): readonly (readonly string[])[] {
  try {
    return expressionOf(source).references
  } catch {
    return []
  }
}

function expressionOf(source: string): CompiledExpression {
  const known = compiled.get(source)
  if (known) return known
  const expression = compileUnchecked(source)
  compiled.set(source, expression)
  return expression
}
