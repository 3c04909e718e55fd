/** The time by the server's clock. A device whose clock is wrong would open and close things at other times than the server does. */

/** The header tells whole seconds, and the answer was some time on its way. */
const TOLERANCE_MS = 2_000
let ahead = 0
let held: number | null = null

/** @param date  header `Date` of an answer */
export function noteServerDate(date: string | null): void {
  const moment = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(moment)) return
  const difference = moment - Date.now()
  ahead = Math.abs(difference) > TOLERANCE_MS ? difference : 0
}

/** Lets no time pass until it is called with null. @param moment milliseconds since 1970 */
export function holdTime(moment: number | null): void {
  held = moment
}

/** Milliseconds since 1970. */
export function serverTime(): number {
  return held ?? Date.now() + ahead
}

/** ISO 8601 in UTC with milliseconds. */
export function serverNow(): string {
  return new Date(serverTime()).toISOString()
}
