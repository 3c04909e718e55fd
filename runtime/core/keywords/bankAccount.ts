import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

const ACCOUNT = /^[0-9A-Z]{8,34}$/

/** Number of a bank account, cards and IBANs included: 8 to 34 digits or capital letters, no spaces. Codes: `format`. */
export const bankAccount: KeywordCheck<string, true> = (value) => (ACCOUNT.test(value) ? null : refuse('format'))
