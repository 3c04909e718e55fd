import { textUnits } from '../expressions/textUnits.ts'
import type { KeywordCheck } from '../validation/KeywordCheck.ts'
import { refuse } from '../validation/refuse.ts'
import { normaliseText } from '../values/normaliseText.ts'

/** At least so many text units (a Chinese character 2, ASCII 1, halved); space around the text does not count. Codes: `tooShort` {limit, units}. @see spec
 *  5 */
export const minTextUnits: KeywordCheck<string, number> = (value, limit) => {
  const units = textUnits(normaliseText(value))
  return units >= limit ? null : refuse('tooShort', { limit, units })
}
