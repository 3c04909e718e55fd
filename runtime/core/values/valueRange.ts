/** The days, times and numbers that every part of the platform can hold: JSON, PostgreSQL, calendars, sums, sheets. Each validator holds to them; a
 *  field may narrow them. */

/** Years of four digits, with a year of room at both ends for time zones. */
export const FIRST_DAY = '1000-01-01'
export const LAST_DAY = '9998-12-31'
/** Beyond, a double no longer distinguishes neighbouring whole numbers. */
export const MAX_NUMBER = Number.MAX_SAFE_INTEGER

const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/i
const FIRST_MOMENT = Date.parse(`${FIRST_DAY}T00:00:00Z`)
const LAST_MOMENT = Date.parse(`${LAST_DAY}T23:59:59.999Z`)
const DAY_LENGTH = 10

/** `YYYY-MM-DD` of the calendar within the range. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  // a day that does not exist rolls over into the next month
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A moment with its offset (RFC 3339) within the range, without leap seconds, which clocks and databases do not have. */
export function isMoment(text: string): boolean {
  if (!MOMENT.test(text) || !isDay(text.slice(0, DAY_LENGTH))) return false
  const at = Date.parse(text)
  return at >= FIRST_MOMENT && at <= LAST_MOMENT
}
