import { textUnits } from '../expressions/textUnits.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'

/** At most so many text units (a Chinese character 2, ASCII 1, halved; a half counts). Codes: `tooLong` {limit, units}. @see spec 5 */
export const maxTextUnits: KeywordCheck<string, number> = (value, limit) => {
  const units = textUnits(value)
  return units <= limit ? null : refuse('tooLong', { limit, units })
}
