import { endOfDay } from '../reminders/endOfDay.ts'

const MORNING_HOURS = 8
const MS_PER_HOUR = 3_600_000

/** The next morning at eight in a zone; of a weekly digest that of the next Monday. */
export function nextDigest(rhythm: 'daily' | 'weekly', now: Date, zone: string): Date {
  const weekday = new Intl.DateTimeFormat('en', { timeZone: zone, weekday: 'short' })
  let day = endOfDay(now, zone)
  while (rhythm === 'weekly' && weekday.format(day) !== 'Mon') day = endOfDay(day, zone)
  return new Date(day.getTime() + MORNING_HOURS * MS_PER_HOUR)
}
