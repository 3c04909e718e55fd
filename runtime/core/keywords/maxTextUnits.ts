import { textUnits } from '../expressions/textUnits.ts'
import type { Kernel } from '../validation/Kernel.ts'
import { refuse } from '../validation/refuse.ts'

/** At most so many text units (a Chinese character 2, ASCII 1, halved; a half counts). Codes: `tooLong` {limit, units}. @see spec 5 */
export const maxTextUnits: Kernel<string, number> = (value, limit) => {
  const units = textUnits(value)
  return units <= limit ? null : refuse('tooLong', { limit, units })
}
