/** Whether a day is typed to its end: an unfinished one, or a year still being typed (`0002`), is no answer yet. */
import { tidyMoment } from '../widgets/pickers/tidyMoment.ts'

const FIRST_DAY = '1900-01-01'

/** @returns true also for an empty text */
export function isWholeDay(text: string): boolean {
  return text === '' || (text >= FIRST_DAY && tidyMoment('date', text) === text)
}
