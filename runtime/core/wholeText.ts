import type { LocalText } from './documents.ts'

/** A text in both languages: one stands in for the other when that is empty; null when both are. */
export function wholeText(zh: string | null | undefined, en: string | null | undefined): LocalText | null {
  const text = zh || en
  return text ? { zh: zh || text, en: en || text } : null
}
