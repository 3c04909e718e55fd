/** Rooms that are booked stay: neither a kind of room nor its number may go below what is taken. Who books meanwhile waits. */
import { defineRules, type EntityRow, type HandlerContext } from '../../runtime/core/contracts.ts'
import { takenRooms, today } from './occupancy.ts'

export default defineRules('hotel.room', {
  async beforeSave(room, { rooms, removedAt }, context) {
    if (room && removedAt) await assertFree(room, 0, context)
    else if (room && rooms != null && rooms < room.rooms) await assertFree(room, rooms, context)
    return undefined
  },
})

/** @throws ROOM_BOOKED when more than `rooms` are taken in some night from today on */
async function assertFree(room: EntityRow<'hotel.room'>, rooms: number, context: HandlerContext): Promise<void> {
  await context.lock('room', room.id)
  const bookings = await context.db
    .selectFrom('hotel_booking')
    .select(({ fn }) => fn.max('departure').as('last'))
    .where('roomId', '=', room.id)
    .where('status', '=', 1)
    .executeTakeFirst()
  const departure = String(bookings?.last ?? today(context))
  const taken = await takenRooms(context, room.id, { arrival: today(context), departure })
  if (taken > rooms) context.fail('ROOM_BOOKED', { room: room.name[context.lang], taken })
}
