import { characterCount } from '../validation/characterCount.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'
import { isBlank } from '../values/normaliseText.ts'

const MAX_LENGTH = 100
/** Control characters, and marks that turn the direction of what stands around a name. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** A real name: 1 to 100 characters of which something is seen, in one line. Codes: `empty`, `tooLong` {limit}, `lines`, `invisible`. @see spec 5 (the
 *  Chinese reading, for both languages) */
export const personName: KeywordCheck<string, true> = (value) => {
  if (isBlank(value)) return refuse('empty')
  if (/[\n\r\u2028\u2029]/.test(value)) return refuse('lines')
  if (INVISIBLE.test(value)) return refuse('invisible')
  return characterCount(value) <= MAX_LENGTH ? null : refuse('tooLong', { limit: MAX_LENGTH })
}
