import type { LocalText, Text } from './documents.ts'
import type { Platform } from './platform.ts'

/** A text of a document in both languages; expressions in it stay as they are written. */
export function bothWords(text: Text, { texts }: Pick<Platform, 'texts'>): LocalText {
  if (typeof text === 'object' && 'zh' in text) return text
  const key = typeof text === 'string' ? text : text.text
  if (typeof key === 'object') return key
  const inOne = (lang: 'zh' | 'en') => (key.startsWith('@') ? (texts[lang][key.slice(1)] ?? key) : key)
  return { zh: inOne('zh'), en: inOne('en') }
}
