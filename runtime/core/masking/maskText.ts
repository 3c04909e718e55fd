/** Masks a personal value, for people who have not revealed it. `maskedSql` says the same in SQL. */
import type { Mask } from '../documents.ts'

/**
 * Stars between the ends; a text that is no longer than its ends is all stars. From the mark `until` on the text is shown: `a***@example.org`.
 * @returns a text with as many characters as the value
 */
export function maskText(text: string, { start, end, until }: Mask): string {
  const at = until === undefined ? -1 : text.indexOf(until)
  if (at >= 0) return hide(text.slice(0, at), start, 0) + text.slice(at)
  return hide(text, start, end)
}

function hide(text: string, start: number, end: number): string {
  const characters = [...text]
  const hidden = characters.length - start - end
  if (hidden <= 0) return '*'.repeat(characters.length)
  return [...characters.slice(0, start), '*'.repeat(hidden), ...characters.slice(characters.length - end)].join('')
}
