import { characterCount } from '../validation/characterCount.ts'
import type { Kernel } from '../validation/Kernel.ts'
import { refuse } from '../validation/refuse.ts'

const MAX_LENGTH = 30

/** A personal signature (the line under a name): 1 to 30 characters, not only spaces. Characters, not text units: the source says characters.
 *  Codes: `empty`, `tooLong` {limit}. @see spec 5, spec 9 */
export const signature: Kernel<string, true> = (value) => {
  if (value.trim() === '') return refuse('empty')
  return characterCount(value) <= MAX_LENGTH ? null : refuse('tooLong', { limit: MAX_LENGTH })
}
