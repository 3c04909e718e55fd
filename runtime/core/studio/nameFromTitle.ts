/** A name that people can read, from the English title of a field: `Contact phone (mobile)` -> `contactPhoneMobile`. */
import type { Text } from '../documents.ts'
import { isFieldName } from './fieldReferences.ts'

/** More make a name longer, not clearer. */
const MAX_WORDS = 5

/** Null for a title without English words, and for one that gives no name an expression can read. */
export function nameFromTitle(title: Text | undefined): string | null {
  const english = typeof title === 'string' ? title : title && 'en' in title ? title.en : ''
  const words = english.startsWith('@') ? [] : english.replaceAll(/['’]/g, '').split(/[^A-Za-z0-9]+/)
  const kept = words.filter((word) => word !== '').slice(0, MAX_WORDS)
  const name = kept.map((word, at) => (at === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase())).join('')
  return isFieldName(name) ? name : null
}
