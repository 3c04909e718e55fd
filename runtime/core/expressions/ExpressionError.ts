/** The one error that leaves this folder. Thrown when an expression is compiled and, at evaluation, only for a limit or a missing
 *  regular-expression engine; a mistake in the data never throws (see `compileExpression`). */

export type ExpressionErrorCode =
  | 'EXPRESSION_SYNTAX'
  | 'EXPRESSION_TYPE'
  | 'EXPRESSION_UNKNOWN'
  | 'EXPRESSION_LIMIT'
  /** `matches` met before `loadRegexEngine()` has finished (browser only). */
  | 'EXPRESSION_REGEX'
  /** Only from `evaluateStrictly`: no such overload, division by zero, a value out of range. */
  | 'EXPRESSION_EVALUATION'

export interface ExpressionErrorPlace {
  /** Position in the source, in UTF-16 units. */
  offset?: number
  /** `EXPRESSION_UNKNOWN`: the name that is not known, and the names that are. */
  name?: string
  known?: readonly string[]
  /** What is wrong, for words in another language than the message's. */
  reason?: ExpressionReason
}

/** `key` names the sentence; `types` are names of types (`nameOfType`), `values` what the expression itself says. */
export interface ExpressionReason {
  key: 'field' | 'index' | 'members' | 'mapKey' | 'over' | 'takes' | 'operands' | 'arguments'
  types?: Readonly<Record<string, string>>
  values?: Readonly<Record<string, string>>
}

export class ExpressionError extends Error {
  override name = 'ExpressionError'
  readonly code: ExpressionErrorCode
  readonly offset: number
  /** The unknown name, for `EXPRESSION_UNKNOWN`. */
  readonly unknown: string | undefined
  readonly known: readonly string[] | undefined
  readonly reason: ExpressionReason | undefined
  constructor(code: ExpressionErrorCode, message: string, place: ExpressionErrorPlace = {}) {
    super(message)
    this.code = code
    this.offset = place.offset ?? 0
    this.unknown = place.name
    this.known = place.known
    this.reason = place.reason
  }
}
