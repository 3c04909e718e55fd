import { randomInt } from 'node:crypto'

const DIGITS = 10_000

/** Number of a request for an invoice: `FP2027031012345678`. */
export function requestNumber(now: Date): string {
  const digits = () => String(randomInt(DIGITS)).padStart(4, '0')
  return `FP${now.toISOString().slice(0, 10).replaceAll('-', '')}${digits()}${digits()}`
}
