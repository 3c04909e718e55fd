/** A number with more digits than are kept is refused: it would become another one. */
import { AgonError } from '../../core/errors.ts'

const SHOWN_DIGITS = 40

export function digitsLost(written: string): AgonError {
  return new AgonError('NUMBER_DIGITS', { number: written.length > SHOWN_DIGITS ? `${written.slice(0, SHOWN_DIGITS)}…` : written })
}
