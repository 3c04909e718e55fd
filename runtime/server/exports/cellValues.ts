/** Value of one cell. A sheet has its own types for days, times and links; a text file has their words. */

import { isDay } from '../../core/values/valueRange.ts'

export type CellValue = string | number | null | Moment | Link

/** A day, or a moment. `wall` is what the clock of the platform shows, as if it were UTC: sheets know no time zone. */
export interface Moment {
  wall: Date
  hasTime: boolean
}
export interface Link {
  text: string
  address: string
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** Sheets count a 29 February 1900 that never was: earlier days would open one day late. They stay text, as days of five digits do. */
const FIRST_SHEET_DAY = Date.UTC(1900, 2, 1)
const LAST_YEAR = 9999

/** `YYYY-MM-DD` of the calendar -> a day; anything else (a masked one) -> null. */
export function dayCell(value: unknown): Moment | null {
  return typeof value === 'string' && isDay(value) ? onSheet(new Date(`${value}T00:00:00Z`), false) : null
}

/** An ISO moment in UTC -> as the clocks of the zone show it; anything else -> null. */
export function momentCell(value: unknown, timeZone: string): Moment | null {
  if (typeof value !== 'string' || !MOMENT.test(value) || Number.isNaN(Date.parse(value))) return null
  return onSheet(new Date(`${clockOf(timeZone).format(new Date(value)).replace(' ', 'T')}Z`), true)
}

function onSheet(wall: Date, hasTime: boolean): Moment | null {
  return wall.getTime() >= FIRST_SHEET_DAY && wall.getUTCFullYear() <= LAST_YEAR ? { wall, hasTime } : null
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock
}

/** A cell of a text file: `2026-11-21`, `2026-11-21 16:00:00`; of a link its name. */
export function plainCell(value: CellValue): string | number | null {
  if (typeof value !== 'object' || value === null) return value
  if ('address' in value) return value.text
  return value.wall
    .toISOString()
    .slice(0, value.hasTime ? 19 : 10)
    .replace('T', ' ')
}
