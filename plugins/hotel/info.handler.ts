import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { type HotelRoom, hotelRooms } from './hotelRooms.ts'
import { type Stay, takenRooms } from './occupancy.ts'

export default defineHandler('hotel.info', async ({ competitionId, arrival, departure }, context) => {
  const competition = await context.call('competition.detail', { id: competitionId })
  const hotels = await context.db
    .selectFrom('hotel_hotel')
    .select(['id', 'name', 'address', 'phone', 'description', 'opensAt', 'closesAt'])
    .where('competitionId', '=', competitionId)
    .where('shown', '=', true)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const ids = hotels.map(({ id }) => id)
  const stay = arrival && departure && arrival < departure ? { arrival, departure } : null
  const rooms = await Promise.all((await hotelRooms(context, ids)).map((room) => withFree(room, stay, context)))
  const { title, place = null, competitionStart = null, competitionEnd = null } = competition
  return {
    competitionId,
    title,
    place,
    competitionStart,
    competitionEnd,
    hotels: hotels.map((hotel) => ({ ...hotel, id: hotel.id, rooms: rooms.filter(({ hotelId }) => hotelId === hotel.id) })),
  }
})

async function withFree(room: HotelRoom, stay: Stay | null, context: HandlerContext): Promise<HotelRoom & { left: number | null }> {
  return { ...room, left: stay && Math.max(0, room.rooms - (await takenRooms(context, room.id, stay))) }
}
