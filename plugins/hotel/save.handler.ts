/** Saves a hotel with its kinds of room. A kind that is booked stays, with as many rooms as are taken; who books meanwhile waits. */
import { defineHandler, type EntityTypes, type HandlerContext } from '../../runtime/core/contracts.ts'
import { wholeText } from '../../runtime/core/wholeText.ts'
import { type HotelRoom, hotelRooms } from './hotelRooms.ts'
import { takenRooms, today } from './occupancy.ts'

interface RoomAnswer {
  id?: string
  nameZh: string
  nameEn?: string
  price: number
  rooms: number
  breakfast?: boolean
}
type HotelAnswers = Pick<
  EntityTypes['hotel.hotel']['add'],
  'name' | 'address' | 'phone' | 'description' | 'opensAt' | 'closesAt' | 'shown'
> & { rooms: RoomAnswer[] }
interface HotelPlace {
  hotelId: string
  competitionId: string
}

export default defineHandler('hotel.save', async ({ id, competitionId, answers: sent }, context) => {
  const known = id === undefined ? null : await context.call('hotel.managed', { id })
  const place = known?.competitionId ?? competitionId
  if (place === undefined) return context.fail('NOT_FOUND', { entity: 'competition.competition' })
  const { answers } = await context.documents.forms.submit({ id: 'hotel.edit' }, sent)
  const { rooms, ...hotel } = answers as unknown as HotelAnswers
  const values = { shown: false, description: null, ...hotel }
  if (known) await context.rows.save('hotel.hotel', known, values)
  const hotelId = known?.id ?? (await context.rows.create('hotel.hotel', { competitionId: place, ...values }))
  await saveRooms({ hotelId, competitionId: place }, rooms, context)
  return { id: hotelId }
})

async function saveRooms(place: HotelPlace, answers: readonly RoomAnswer[], context: HandlerContext): Promise<void> {
  const before = await hotelRooms(context, [place.hotelId])
  for (const room of before) if (!answers.some(({ id }) => id === room.id)) await removeRoom(room, context)
  for (const [position, answer] of answers.entries()) {
    const known = before.find(({ id }) => id === answer.id)
    await (known ? changeRoom(known, answer, position, context) : addRoom(place, answer, position, context))
  }
}

async function removeRoom(room: HotelRoom, context: HandlerContext): Promise<void> {
  await assertFree(room, 0, context)
  const removedAt = context.now.toISOString()
  const before = { id: room.id, removedAt: null }
  await context.rows.save('hotel.room', before, { removedAt })
}

async function changeRoom(room: HotelRoom, answer: RoomAnswer, position: number, context: HandlerContext): Promise<void> {
  if (answer.rooms < room.rooms) await assertFree(room, answer.rooms, context)
  await context.rows.save('hotel.room', room, { ...columns(answer), position })
}

async function addRoom(place: HotelPlace, answer: RoomAnswer, position: number, { rows }: HandlerContext): Promise<void> {
  await rows.create('hotel.room', { ...place, ...columns(answer), position })
}

function columns({ nameZh, nameEn, price, rooms, breakfast = false }: RoomAnswer) {
  return { name: wholeText(nameZh, nameEn)!, price, rooms, breakfast }
}

/** @throws ROOM_BOOKED when more than `rooms` are taken in some night from today on */
async function assertFree(room: HotelRoom, rooms: number, context: HandlerContext): Promise<void> {
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
