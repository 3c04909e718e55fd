import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'
import { email } from './email.ts'
import { phone } from './phone.ts'

/** A phone number of any country or an email address. Codes: `format`. @see spec 5 */
export const phoneOrEmail: KeywordCheck<string, true> = (value, limit, place) =>
  phone(value, limit, place) === null || email(value, limit, place) === null ? null : refuse('format')
