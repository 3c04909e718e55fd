import { ExpressionError } from './ExpressionError.ts'
import { LIMITS } from './limits.ts'

/** Steps left for one evaluation. Every function whose cost grows with the data spends steps here first. */
export class Budget {
  private left: number = LIMITS.steps

  /** @throws ExpressionError `EXPRESSION_LIMIT` */
  spend(steps: number): void {
    this.left -= steps
    if (this.left < 0) throw new ExpressionError('EXPRESSION_LIMIT', `the evaluation takes more than ${LIMITS.steps} steps`)
  }

  /** Spends the steps for making a text of this length. */
  spendText(length: number): void {
    if (length > LIMITS.text) throw new ExpressionError('EXPRESSION_LIMIT', `a text of more than ${LIMITS.text} characters`)
    this.spend(length >> 6)
  }

  /** Spends the steps for searching a text of one length inside a text of another. */
  spendSearch(length: number, wanted: number): void {
    this.spend(Math.ceil((length * Math.max(1, wanted)) / 64))
  }
}
