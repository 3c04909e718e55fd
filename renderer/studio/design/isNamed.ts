import type { PaletteBreak, PaletteEntry } from '../../../runtime/core/documents.ts'
import { isLocalText } from '../../../runtime/core/studio/formTexts.ts'

/** Whether a kind of field has the words in its name, in either language. */
export function isNamed({ title, id }: Pick<PaletteEntry | PaletteBreak, 'title' | 'id'>, wanted: string): boolean {
  const words = isLocalText(title) ? `${title.zh} ${title.en}` : String(title)
  return `${words} ${id}`.toLowerCase().includes(wanted.trim().toLowerCase())
}

/** How well the words name a kind of field, for sorting: 0 is its whole title, 1 its beginning, 2 the beginning of a word, 3 any part. */
export function nameRank({ title, id }: Pick<PaletteEntry | PaletteBreak, 'title' | 'id'>, wanted: string): number {
  const words = wanted.trim().toLowerCase()
  const names = [...(isLocalText(title) ? [title.zh, title.en] : [String(title)]), id].map((name) => name.toLowerCase())
  if (names.includes(words)) return 0
  if (names.some((name) => name.startsWith(words))) return 1
  return names.some((name) => name.split(/\s+/).some((word) => word.startsWith(words))) ? 2 : 3
}
