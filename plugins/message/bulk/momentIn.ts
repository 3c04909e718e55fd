import { clockText, dayAt } from '../../../runtime/core/momentText.ts'
import { MS_PER_DAY } from '../../../runtime/core/time.ts'

/** The moment at which clocks of a zone show a day and a time. Of a time that they show twice the earlier one; a time that they skip is as much later.
 *  @param zone  IANA name; @param day  `YYYY-MM-DD`; @param time  `HH:MM` */
export function momentIn(zone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (at: number) => Date.parse(`${dayAt(new Date(at), zone)}T${clockText(new Date(at), zone)}:00Z`) - at
  const [before, after] = [shown - offsetAt(shown - HALF_DAY_MS), shown - offsetAt(shown + HALF_DAY_MS)]
  return new Date(before + offsetAt(before) === shown ? before : after + offsetAt(after) === shown ? after : before)
}

/** No offset is longer, and no zone changes its clocks twice within a day. */
const HALF_DAY_MS = MS_PER_DAY / 2
