import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** `older`: 15 digits of the tax numbers before the unified code are accepted too. */
export type CreditCodeLimit = true | { readonly older: true }

const LENGTH = 18
/** GB 32100-2015: no I, O, S, V, Z. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]
const OLDER = /^\d{15}$/

/** A unified social credit code, which is also the tax number of a company: 18 characters, the last one checks the others.
 *  Codes: `length`, `characters`, `checksum`. */
export const creditCode: KeywordCheck<string, CreditCodeLimit> = (value, limit) => {
  if (limit !== true && OLDER.test(value)) return null
  if (value.length !== LENGTH) return refuse('length')
  const numbers = [...value].map((character) => CHARACTERS.indexOf(character))
  if (numbers.includes(-1)) return refuse('characters')
  return numbers.at(-1) === checkNumber(numbers) ? null : refuse('checksum')
}

function checkNumber(numbers: readonly number[]): number {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * numbers[at]!, 0)
  return (CHARACTERS.length - (sum % CHARACTERS.length)) % CHARACTERS.length
}
