const HOURS = 48
const MS_PER_HOUR = 3_600_000

/** The first moment of the next day in a time zone. */
export function endOfDay(now: Date, timeZone: string): Date {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const today = day.format(now)
  // days begin at full hours of the clock, or at half and quarter ones where a zone has such
  const step = MS_PER_HOUR / 4
  const first = Math.floor(now.getTime() / step) * step
  for (let at = first; at < first + HOURS * MS_PER_HOUR; at += step) if (day.format(new Date(at)) > today) return new Date(at)
  return new Date(first + HOURS * MS_PER_HOUR)
}
