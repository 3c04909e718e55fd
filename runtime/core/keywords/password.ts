import { characterCount } from '../validation/characterCount.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

const MIN_LENGTH = 8
const SPECIALS = '!@#$%^&*?'
const LETTER = /[A-Za-z]/
const DIGIT = /\d/

/** A new password: at least 8 characters, with a letter, a digit and one of `!@#$%^&*?`, and no other characters. Reports the first broken rule. Codes:
 *  `foreign` {character}, `tooShort` {limit}, `letter`, `digit`, `special` {specials}. @see spec 5; the larger set of specials is ours */
export const password: KeywordCheck<string, true> = (value) => {
  const foreign = [...value].find((character) => !LETTER.test(character) && !DIGIT.test(character) && !SPECIALS.includes(character))
  if (foreign !== undefined) return refuse('foreign', { character: foreign, specials: SPECIALS })
  if (characterCount(value) < MIN_LENGTH) return refuse('tooShort', { limit: MIN_LENGTH })
  if (!LETTER.test(value)) return refuse('letter')
  if (!DIGIT.test(value)) return refuse('digit')
  return [...SPECIALS].some((special) => value.includes(special)) ? null : refuse('special', { specials: SPECIALS })
}
