/** How many rooms of one kind are taken, night by night. A booking takes the nights from its arrival to the one before its departure. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { dayAt } from '../../runtime/core/momentText.ts'

/** Days are `YYYY-MM-DD`. */
export interface Stay {
  arrival: string
  departure: string
}
interface Booking extends Stay {
  rooms: number
}

const DAY_MS = 86_400_000

/** The nights of a stay, by the day on which each begins. */
export function nightsOf({ arrival, departure }: Stay): string[] {
  const first = Date.parse(arrival)
  const count = Math.max(0, Math.round((Date.parse(departure) - first) / DAY_MS))
  return Array.from({ length: count }, (_, night) => new Date(first + night * DAY_MS).toISOString().slice(0, 10))
}

/** Rooms that bookings take in the night with the most of them: the first of the stay, or one in which someone arrives. */
export function busiestNight(bookings: readonly Booking[], { arrival: from, departure: to }: Stay): number {
  const nights = [from, ...bookings.map(({ arrival }) => arrival).filter((day) => day > from && day < to)]
  const taken = (night: string) =>
    bookings.filter(({ arrival, departure }) => arrival <= night && night < departure).reduce((sum, { rooms }) => sum + rooms, 0)
  return Math.max(...nights.map(taken))
}

/** Rooms of one kind that are taken in the busiest night of a stay. */
export async function takenRooms({ db }: Pick<HandlerContext, 'db'>, roomId: string, stay: Stay): Promise<number> {
  const rows = await db
    .selectFrom('hotel_booking')
    .select(['arrival', 'departure', 'rooms'])
    .where('roomId', '=', roomId)
    .where('status', '=', 1)
    .where('arrival', '<', stay.departure)
    .where('departure', '>', stay.arrival)
    .execute()
  return busiestNight(rows as Booking[], stay)
}

/** The present day where the platform stands. */
export function today({ now, platform }: Pick<HandlerContext, 'now' | 'platform'>): string {
  return dayAt(now, platform.app.timeZone)
}
