/** A text of the locale files by its key, with values filled in: for the words that a handler itself has to write. */
import type { LocalText } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { fillText } from './fillText.ts'

/** @param values  a text in two languages fills each with its own; without English, with Chinese
 *  @throws Error for a key that no locale file has */
export function keyedText(
  { texts, documents }: Pick<Platform, 'texts' | 'documents'>,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): LocalText {
  const inOne = (lang: Lang) => {
    const text = texts[lang][key]
    if (text === undefined) throw new Error(`No text "${key}" in schemas/locales/${lang}/. Add it there.`)
    const own = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inLanguage(value, lang)]))
    return fillText(text, own, lang, documents.enum)
  }
  return { zh: inOne('zh'), en: inOne('en') }
}

function inLanguage(value: unknown, lang: Lang): unknown {
  const isPair = typeof value === 'object' && value !== null && 'zh' in value && 'en' in value
  return isPair ? value[lang] || value.zh : value
}
