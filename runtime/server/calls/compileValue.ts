/** Values of documents: literals, and expressions anywhere inside them -> a function of the scope. */
import type { Cel, Value } from '../../core/documents.ts'
import { compileExpression } from '../../core/expressions/index.ts'

export type EvaluateValue = (scope: Readonly<Record<string, unknown>>) => unknown

/** Whether a value is an expression and nothing else. */
export function isCel(value: unknown): value is Cel {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    typeof (value as Cel).cel === 'string' &&
    Object.keys(value).length === 1
  )
}

/** @throws ExpressionError when an expression in it is none */
export function compileValue(value: Value): EvaluateValue {
  if (isCel(value)) return compileExpression(value.cel).evaluate
  if (typeof value !== 'object' || value === null) return () => value
  if (Array.isArray(value)) {
    const items = value.map(compileValue)
    return (scope) => items.map((item) => item(scope))
  }
  const members = Object.entries(value).map(([key, member]) => [key, compileValue(member)] as const)
  return (scope) => Object.fromEntries(members.map(([key, member]) => [key, member(scope)]))
}

/** The parameter that an expression hands through unchanged (`input.name` -> `name`), or null. */
export function plainParameter(value: Value): string | null {
  return isCel(value) ? (/^\s*input\.(\w+)\s*$/.exec(value.cel)?.[1] ?? null) : null
}
