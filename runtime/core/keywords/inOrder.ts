import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** A list in ascending order: the two ends of a range. Days and times compare as strings, numbers as numbers; null entries are ignored. Codes: `before`
 *  {first, second}. */
export const inOrder: KeywordCheck<readonly unknown[], true> = (value) => {
  const given = value.filter((entry) => typeof entry === 'string' || typeof entry === 'number')
  const at = given.findIndex((entry, index) => index > 0 && entry < given[index - 1]!)
  return at < 0 ? null : refuse('before', { first: given[at - 1], second: given[at] })
}
