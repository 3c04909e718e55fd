/** The last moment of a day of the calendar in a time zone. */
const DAY_MS = 86_400_000

/** @param day `2026-11-21` @param timeZone IANA name */
export function endOfDay(day: string, timeZone: string): Date {
  const utc = new Date(`${day}T00:00:00Z`).getTime() + DAY_MS
  return new Date(utc - offsetAt(utc, timeZone) - 1)
}

/** Milliseconds that the zone is ahead of UTC. */
function offsetAt(moment: number, timeZone: string): number {
  const options: Intl.DateTimeFormatOptions = {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en', options).formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  )
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`) - moment
}
