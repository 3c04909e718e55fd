/** A `Text` of a document -> words in one language, for texts that the server writes itself: titles of pages, sheets, mails. */
import type { LocalText, Text } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { fillText } from '../wire/fillText.ts'

/** Values that are expressions stay as their name: the server shows no text that needs a screen's scope. */
export function localText(platform: Pick<Platform, 'texts'>, lang: Lang, text: Text): string {
  if (typeof text === 'string' || !('text' in text)) return plain(platform, lang, text)
  return plain(platform, lang, text.text).replace(/\{\{\s*(\w+)[^}]*\}\}/g, (found, name: string) => {
    const value = text.with[name]
    return value === undefined || typeof value === 'object' ? found : fillText(found, { [name]: value }, lang)
  })
}

function plain(platform: Pick<Platform, 'texts'>, lang: Lang, text: string | LocalText): string {
  if (typeof text !== 'string') return text[lang]
  return text.startsWith('@') ? (platform.texts[lang][text.slice(1)] ?? text.slice(1)) : text
}
