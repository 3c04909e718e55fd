import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** A colour as `#rrggbb`. Codes: `format`. */
export const colour: KeywordCheck<string, true> = (value) => (/^#[0-9a-f]{6}$/i.test(value) ? null : refuse('format'))
