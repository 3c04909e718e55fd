/** A `Text` of a page's head -> one line of words in one language, with its expressions evaluated over what a visitor gets. */
import type { Text } from '../../core/documents.ts'
import type { Lang, Platform } from '../../core/platform.ts'
import { compileValue } from '../calls/compileValue.ts'
import { localText } from '../screens/localText.ts'
import { fillText } from '../wire/fillText.ts'
import type { Names } from './readSources.ts'

/** Empty when nothing is there to tell. */
export function headText(platform: Pick<Platform, 'texts' | 'documents'>, lang: Lang, text: Text, scope: Names): string {
  if (typeof text === 'string' || !('text' in text)) return oneLine(localText(platform, lang, text))
  const values = compileValue(text.with)(scope) as Names
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, words(value, lang)]))
  return oneLine(fillText(localText(platform, lang, text.text), shown, lang, platform.documents.enum))
}

/** At most so many characters, the last one then an ellipsis. */
export function shortened(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

function words(value: unknown, lang: Lang): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const both = value as Partial<Record<Lang, unknown>>
  const found = both[lang] || both.zh || both.en
  return typeof found === 'string' ? found : ''
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
