/** Saves a hotel with its kinds of room. A kind that is booked stays, with as many rooms as are taken; who books meanwhile waits. */
import { defineHandler, type EntityTypes, type HandlerContext } from '../../runtime/core/contracts.ts'
import { takenRooms, today } from './occupancy.ts'

type Room = EntityTypes['hotel.room']['row']

export default defineHandler('hotel.save', async ({ id, competitionId, answers: sent }, context) => {
  const known = id === undefined ? null : await context.call('hotel.managed', { id })
  const place = known?.competitionId ?? competitionId
  if (place === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
  const { answers } = await context.documents.forms.submit({ id: 'hotel.edit' }, sent)
  const { rooms, ...hotel } = answers
  const values = { shown: false, description: null, ...hotel }
  if (known) await context.rows.save('hotel.hotel', known, values)
  const hotelId = known?.id ?? (await context.rows.create('hotel.hotel', { competitionId: place, ...values }))
  await context.rows.keep('hotel.room', { hotelId, competitionId: place, removedAt: null }, rooms, {
    position: 'position',
    leaving: { removedAt: context.now.toISOString() },
    async beforeChange(room, change) {
      if (change.rooms! < room.rooms) await assertFree(room, change.rooms!, context)
      return { breakfast: change.breakfast ?? false }
    },
    beforeRemove: (room) => assertFree(room, 0, context),
  })
  return { id: hotelId }
})

/** @throws ROOM_BOOKED when more than `rooms` are taken in some night from today on */
async function assertFree(room: Room, rooms: number, context: HandlerContext): Promise<void> {
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
