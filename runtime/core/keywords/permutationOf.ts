import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** A list that has each of these values exactly once, in any order: a ranking. Codes: `unknown` {value}, `twice` {value}, `incomplete` {missing}. */
export const permutationOf: KeywordCheck<readonly unknown[], readonly (string | number | boolean)[]> = (value, values) => {
  const seen = new Set<unknown>()
  for (const entry of value) {
    if (!values.includes(entry as string)) return refuse('unknown', { value: String(entry) })
    if (seen.has(entry)) return refuse('twice', { value: String(entry) })
    seen.add(entry)
  }
  return seen.size === values.length ? null : refuse('incomplete', { missing: values.length - seen.size })
}
