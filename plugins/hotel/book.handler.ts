/** Books rooms of one kind. The call holds the lock of this kind of room: the nights are counted and taken before anyone else can. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'
import { nightsOf, type Stay, takenRooms, today } from './occupancy.ts'

/** Answers of the form `hotel.book`. */
interface Answers extends Stay {
  name: string
  phone: string
  rooms: number
  note?: string
}
interface Room {
  id: string
  hotelId: string
  competitionId: string
  price: number
  rooms: number
  hotel: LocalText
  opensAt: string
  closesAt: string
}

export default defineHandler('hotel.book', async ({ roomId, answers: sent }, context) => {
  const { rows, fail, lang, messages, session } = context
  const answers = (await context.documents.forms.submit({ id: 'hotel.book' }, sent)).answers
  const room = await bookableRoom(roomId, context)
  assertStay(answers, room, context)
  const free = room.rooms - (await takenRooms(context, roomId, answers))
  if (free <= 0) fail('HOTEL_FULL')
  if (answers.rooms > free) fail('HOTEL_FEW_LEFT', { left: free })
  const amount = room.price * answers.rooms * nightsOf(answers).length
  const { competitionId, hotelId } = room
  const values = { ...answers, competitionId, hotelId, roomId, userId: session.userId!, amount, status: 1 } as const
  const id = await rows.create('hotel.booking', values)
  const { arrival, departure, rooms } = answers
  await messages.send('hotel.booked', { userId: session.userId! }, { hotel: room.hotel[lang], arrival, departure, rooms: String(rooms) })
  return { id, amount, left: free - rooms }
})

/** A kind of room that visitors see. @throws NOT_FOUND */
async function bookableRoom(id: string, { db, fail }: HandlerContext): Promise<Room> {
  const row = await db
    .selectFrom('hotel_room as r')
    .innerJoin('hotel_hotel as h', 'h.id', 'r.hotelId')
    .innerJoin('competition_competition as c', 'c.id', 'r.competitionId')
    .select(['r.id', 'r.hotelId', 'r.competitionId', 'r.price', 'r.rooms', 'h.name as hotel', 'h.opensAt', 'h.closesAt'])
    .where('r.id', '=', id)
    .where('r.removedAt', 'is', null)
    .where('h.removedAt', 'is', null)
    .where('h.shown', '=', true)
    .where('c.published', '=', true)
    .executeTakeFirst()
  return row ? (row as Room) : fail('NOT_FOUND', { entity: 'hotel.room', id })
}

/** @throws BOOKING_DATES, BOOKING_PERIOD, BOOKING_TOO_LONG, BOOKING_TOO_MANY */
function assertStay({ arrival, departure, rooms }: Answers, { opensAt, closesAt }: Room, context: HandlerContext): void {
  const { maxNights, maxRooms } = context.documents.settings('hotel.booking')
  if (departure <= arrival) context.fail('BOOKING_DATES')
  if (arrival < opensAt || departure > closesAt || arrival < today(context)) context.fail('BOOKING_PERIOD', { from: opensAt, to: closesAt })
  if (nightsOf({ arrival, departure }).length > maxNights) context.fail('BOOKING_TOO_LONG', { max: maxNights })
  if (rooms > maxRooms) context.fail('BOOKING_TOO_MANY', { max: maxRooms })
}
