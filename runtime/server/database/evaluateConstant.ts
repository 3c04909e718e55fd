/** Evaluates a part of an expression that does not read the row: the same interpreter as everywhere, on a subtree. */
import type { Ast } from '../../core/expressions/ast.ts'
import { Budget } from '../../core/expressions/Budget.ts'
import { compileTree } from '../../core/expressions/compileTree.ts'
import { EvaluationFault } from '../../core/expressions/EvaluationFault.ts'
import { toResult } from '../../core/expressions/values.ts'

/** @returns the value for a scope; a mistake in the data gives null, as in `CompiledExpression.evaluate` */
export function evaluateConstant(node: Ast): (scope: Readonly<Record<string, unknown>>) => unknown {
  const run = compileTree(node)
  return (scope) => {
    try {
      return toResult(run({ scope, locals: [], budget: new Budget() }))
    } catch (error) {
      if (error instanceof EvaluationFault) return null
      throw error
    }
  }
}
