/** A hotel with its rooms, as the form takes it. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { languagesOf } from '../competition/competition.ts'
import { hotelRooms } from './hotelRooms.ts'

export default defineHandler('hotel.edit', async ({ id }, context) => {
  const { name, address, description, phone, opensAt, closesAt, shown } = await context.call('hotel.managed', { id })
  const rooms = (await hotelRooms(context, [id])).map((room) => {
    const { price, rooms: count, breakfast } = room
    return { id: room.id, ...languagesOf('name', room.name), price, rooms: count, breakfast }
  })
  return { id, name, answers: withoutGaps({ name, address, description, phone, opensAt, closesAt, shown, rooms: rooms.map(withoutGaps) }) }
})

function withoutGaps(answers: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined && value !== null))
}
