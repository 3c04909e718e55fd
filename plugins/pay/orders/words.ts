/** Names and times in messages. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { plainMoment } from '../../../runtime/core/momentText.ts'

/** What an order is for, as each language of a message names it. */
export function titleWords({ title: { zh, en } }: { title: LocalText }): { titleZh: string; titleEn: string } {
  return { titleZh: zh, titleEn: en || zh }
}

/** ISO 8601 -> `2027-03-10 20:00 (UTC+8)` by the platform's clock, for texts of both languages. */
export function timeText(at: string, { platform }: Pick<HandlerContext, 'platform'>): string {
  return plainMoment(at, platform.app.timeZone)
}
