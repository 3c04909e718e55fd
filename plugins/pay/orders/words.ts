/** Amounts and times in messages. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'

const FEN = 100

/** `30000` -> `¥300.00` */
export function amountText(fen: number): string {
  return `¥${(fen / FEN).toFixed(2)}`
}

/** ISO 8601 -> `2027-03-10 20:00` by the platform's clock. */
export function timeText(at: string, { platform }: Pick<HandlerContext, 'platform'>): string {
  const timeZone = platform.app.timeZone
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
}
