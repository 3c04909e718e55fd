/** Expressions: one language, CEL, for every condition and computed value. */
export { type Ast, type BinaryNode, type BinaryOperator, type CallNode, type MacroNode, referencesOf } from './ast.ts'
export { compileExpression } from './compileExpression.ts'
export { type CompiledExpression, compileUnchecked, evaluateCondition } from './compileUnchecked.ts'
export type { ExpressionErrorCode } from './ExpressionError.ts'
export type { FunctionEntry } from './FunctionEntry.ts'
export { loadRegexEngine } from './regexEngine.ts'
export type { ScopeType, ScopeTypes } from './types.ts'
