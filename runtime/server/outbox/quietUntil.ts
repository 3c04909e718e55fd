/** Hours of a person, as `HH:MM` in their own zone. An end before the start is on the next day. */
export interface QuietHours {
  from: string
  until: string
  zone: string
}

const MINUTES_OF_DAY = 1_440
const MS_PER_MINUTE = 60_000

/** When the quiet hours end that a moment is in; null outside of them. */
export function quietUntil(now: Date, { from, until, zone }: QuietHours): Date | null {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now)
  const [start, end, here] = [from, until, clock].map(minutesOf) as [number, number, number]
  const since = (here - start + MINUTES_OF_DAY) % MINUTES_OF_DAY
  const length = (end - start + MINUTES_OF_DAY) % MINUTES_OF_DAY
  if (since >= length) return null
  const minute = Math.floor(now.getTime() / MS_PER_MINUTE) + length - since
  return new Date(minute * MS_PER_MINUTE)
}

function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return hours * 60 + minutes
}
