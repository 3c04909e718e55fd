/** Names and times in messages. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'

/** What an order is for, as each language of a message names it. */
export function titleWords({ title: { zh, en } }: { title: LocalText }): { titleZh: string; titleEn: string } {
  return { titleZh: zh, titleEn: en || zh }
}

/** ISO 8601 -> `2027-03-10 20:00` by the platform's clock. */
export function timeText(at: string, { platform }: Pick<HandlerContext, 'platform'>): string {
  const timeZone = platform.app.timeZone
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
}
