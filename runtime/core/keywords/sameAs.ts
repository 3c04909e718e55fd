import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** Equal to the sibling field of this name (text, number, boolean). A missing sibling equals nothing. Codes: `different` {field}.
 *  @see spec 5 (the two passwords do not agree) */
export const sameAs: KeywordCheck<unknown, string> = (value, limit, { parent }) => {
  const known = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, limit)
  return known && (parent as Record<string, unknown>)[limit] === value ? null : refuse('different', { field: limit })
}
