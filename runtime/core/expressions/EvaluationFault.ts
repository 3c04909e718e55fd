/** A mistake met while evaluating (no such overload, division by zero, a date that is none). Stays inside this folder: `&&`, `||`, `all` and
 *  `exists` absorb it as CEL says, `evaluate` turns it into null, `evaluateStrictly` into an ExpressionError. Light: no stack is taken. */
export class EvaluationFault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}
