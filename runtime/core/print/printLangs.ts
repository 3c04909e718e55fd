/** The languages of a printed sheet: one, or each on pages of its own. */
import type { Lang } from '../platform.ts'

export type PrintLang = Lang | 'both'

/** In the order of their pages. */
export function printLangs(lang: PrintLang): readonly Lang[] {
  return lang === 'both' ? ['zh', 'en'] : [lang]
}
