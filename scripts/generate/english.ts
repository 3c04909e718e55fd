/** The English of a text, for comments and names. */
import type { Text } from '../../runtime/core/documents.ts'
import type { Platform } from '../../runtime/core/platform.ts'

export function english(text: Text | undefined, platform: Platform): string | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string') return platform.texts.en[text.slice(1)]
  return 'text' in text ? english(text.text, platform) : text.en
}
