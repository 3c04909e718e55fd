import type { PaletteBreak, PaletteEntry } from '../../../runtime/core/documents.ts'
import { isLocalText } from '../../../runtime/core/studio/formTexts.ts'

/** Whether a kind of field has the words in its name, in either language. */
export function isNamed({ title, id }: Pick<PaletteEntry | PaletteBreak, 'title' | 'id'>, wanted: string): boolean {
  const words = isLocalText(title) ? `${title.zh} ${title.en}` : String(title)
  return `${words} ${id}`.toLowerCase().includes(wanted.trim().toLowerCase())
}
