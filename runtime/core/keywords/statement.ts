import type { KeywordCheck } from '../validation/KeywordCheck.ts'

/** A keyword that only describes a field and checks no value: every value is valid. Codes: none. */
export const statement: KeywordCheck<unknown, unknown> = () => null
