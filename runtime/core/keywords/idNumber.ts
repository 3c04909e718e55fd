import { characterCount } from '../validation/characterCount.ts'
import type { KeywordCheck, KeywordRefusal } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** `true` is a mainland card. `from` names a sibling field: where its value is `passport`, the number is a passport's, else a mainland card's. */
export type IdNumberLimit = true | { readonly kind?: 'mainland' | 'passport'; readonly from?: string }

const MAX_PASSPORT_LENGTH = 40
/** Weights and check characters of GB 11643-1999. */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/** The number of an identity document. Mainland card: 15 digits, or 17 digits and a check character, with a real date of birth. Passport: free,
 *  1 to 40 characters. Codes: `length`, `characters`, `date`, `checksum`, `passport` {limit}. @see spec 5 (length must match) */
export const idNumber: KeywordCheck<string, IdNumberLimit> = (value, limit, { parent }) =>
  kindOf(limit, parent) === 'passport' ? checkPassport(value) : checkMainland(value)

function kindOf(limit: IdNumberLimit, parent: unknown): 'mainland' | 'passport' {
  if (limit === true) return 'mainland'
  if (limit.from === undefined) return limit.kind ?? 'mainland'
  const known = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, limit.from)
  return known && (parent as Record<string, unknown>)[limit.from] === 'passport' ? 'passport' : 'mainland'
}

function checkPassport(value: string): KeywordRefusal | null {
  return value.trim() !== '' && characterCount(value) <= MAX_PASSPORT_LENGTH ? null : refuse('passport', { limit: MAX_PASSPORT_LENGTH })
}

function checkMainland(value: string): KeywordRefusal | null {
  if (value.length !== 15 && value.length !== 18) return refuse('length')
  if (!/^(\d{15}|\d{17}[\dXx])$/.test(value)) return refuse('characters')
  const birth = value.length === 15 ? `19${value.slice(6, 12)}` : value.slice(6, 14)
  if (!isRealDate(birth)) return refuse('date')
  return value.length === 15 || value[17]!.toUpperCase() === checkCharacter(value) ? null : refuse('checksum')
}

/** `YYYYMMDD` */
function isRealDate(digits: string): boolean {
  const [year, month, day] = [Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6))]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1800 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function checkCharacter(value: string): string {
  const sum = WEIGHTS.reduce((total, weight, i) => total + weight * Number(value[i]), 0)
  return CHECK_CHARACTERS[sum % 11]!
}
