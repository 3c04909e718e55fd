import { characterCount } from '../validation/characterCount.ts'
import type { Kernel } from '../validation/Kernel.ts'
import { refuse } from '../validation/refuse.ts'

const MAX_LENGTH = 100

/** A real name: 1 to 100 characters, not only spaces, in one line. Codes: `empty`, `tooLong` {limit}, `lines`. @see spec 5 (the Chinese reading,
 *  for both languages) */
export const personName: Kernel<string, true> = (value) => {
  if (value.trim() === '') return refuse('empty')
  if (/[\n\r\u2028\u2029]/.test(value)) return refuse('lines')
  return characterCount(value) <= MAX_LENGTH ? null : refuse('tooLong', { limit: MAX_LENGTH })
}
