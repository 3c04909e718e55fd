/** One step in the calendar, or in the list of times, by the keyboard. */
import type { PickerKind } from './tidyMoment.ts'

export interface Bounds {
  min?: string
  max?: string
}

/** Down is later, as in the calendar and the list below the field. */
const DAYS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const MONTHS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }
const MINUTES: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -60, PageDown: 60 }

/** @param text `YYYY-MM-DD` or `HH:MM`; null starts from today or noon
 *  @returns the new one within the bounds; null when the key means nothing here */
export function moveMoment(kind: PickerKind, key: string, text: string | null, bounds: Bounds): string | null {
  const moved = kind === 'date' ? moveDay(key, text) : moveTime(key, text)
  if (moved === null) return null
  if (bounds.min && moved < bounds.min) return bounds.min
  return bounds.max && moved > bounds.max ? bounds.max : moved
}

function moveDay(key: string, text: string | null): string | null {
  const days = DAYS[key]
  const months = MONTHS[key]
  if (days === undefined && months === undefined) return null
  if (text === null) return localDay(new Date())
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  if (days !== undefined) return localDay(new Date(year, month - 1, day + days))
  const lastDay = new Date(year, month + months!, 0).getDate()
  return localDay(new Date(year, month - 1 + months!, Math.min(day, lastDay)))
}

function localDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

const DAY_MINUTES = 24 * 60

function moveTime(key: string, text: string | null): string | null {
  const step = MINUTES[key]
  if (step === undefined) return null
  if (text === null) return '12:00'
  const [hour, minute] = text.split(':').map(Number) as [number, number]
  const total = (hour * 60 + minute + step + DAY_MINUTES) % DAY_MINUTES
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}
