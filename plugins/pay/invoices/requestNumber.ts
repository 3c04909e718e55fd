import { randomInt } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { dayAt } from '../../../runtime/core/momentText.ts'

const DIGITS = 10_000

/** Number of a request for an invoice: `FP2027031012345678`, the day by the platform's clock. */
export function requestNumber({ now, platform }: Pick<HandlerContext, 'now' | 'platform'>): string {
  const digits = () => String(randomInt(DIGITS)).padStart(4, '0')
  return `FP${dayAt(now, platform.app.timeZone).replaceAll('-', '')}${digits()}${digits()}`
}
