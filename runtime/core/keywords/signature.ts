import { characterCount } from '../validation/characterCount.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'
import { isBlank } from '../values/normaliseText.ts'

const MAX_LENGTH = 30

/** A personal signature (the line under a name): 1 to 30 characters, of which something is seen. Characters, not text units: the source says characters.
 *  Codes: `empty`, `tooLong` {limit}. @see spec 5, spec 9 */
export const signature: KeywordCheck<string, true> = (value) => {
  if (isBlank(value)) return refuse('empty')
  return characterCount(value) <= MAX_LENGTH ? null : refuse('tooLong', { limit: MAX_LENGTH })
}
