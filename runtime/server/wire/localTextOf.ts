/** A document's `Text` in both languages, for places where the reader's language is not known yet. */
import type { LocalText, Text } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'

/** Texts with values keep their `{{name}}`. */
export function localTextOf(platform: Platform, text: Text): LocalText {
  if (typeof text === 'object' && 'text' in text) return localTextOf(platform, text.text)
  if (typeof text === 'object') return text
  const lookUp = (lang: Lang) => (text.startsWith('@') ? (platform.texts[lang][text.slice(1)] ?? text) : text)
  return { zh: lookUp('zh'), en: lookUp('en') }
}
