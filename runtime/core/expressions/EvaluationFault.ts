/** A mistake found during evaluation (no such overload, division by zero, an invalid date). It stays inside this folder: `&&`, `||`, `all` and
 *  `exists` absorb it as CEL says, `evaluate` turns it into null, `evaluateStrictly` into an ExpressionError. It records no stack, to be cheap. */
export class EvaluationFault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}
