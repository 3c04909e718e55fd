/** Moves the times of a copy: by whole years of the calendar, then by days. The hour of the day stays, by the clock of the platform without summer time. */
export interface TimeDistance {
  years?: number | undefined
  days?: number | undefined
}
export type MoveTime = (value: string | Date, type: 'date' | 'datetime') => string

const DAY_MS = 86_400_000
/** Characters of `YYYY-MM-DD`. */
const DAY_LENGTH = 10

/** A 29 February becomes 28 February in a year without one. */
export function moveBy({ years = 0, days = 0 }: TimeDistance): MoveTime {
  return (value, type) => {
    const from = new Date(value)
    const moved = new Date(from)
    moved.setUTCFullYear(from.getUTCFullYear() + years)
    if (moved.getUTCDate() !== from.getUTCDate()) moved.setUTCDate(0)
    const text = new Date(moved.getTime() + days * DAY_MS).toISOString()
    return type === 'date' ? text.slice(0, DAY_LENGTH) : text
  }
}
