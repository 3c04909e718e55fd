import type { Ast } from './ast.ts'
import { ExpressionError } from './ExpressionError.ts'
import { parseExpression } from './parseExpression.ts'

/** The tree of an expression, for those who look for something in it: its mistakes are reported where it is linked. */
export function parsedOrNone(source: string): Ast | undefined {
  try {
    return parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}
