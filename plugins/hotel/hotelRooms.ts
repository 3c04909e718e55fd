/** The kinds of room of hotels, in the organiser's order. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import type { LocalText } from '../../runtime/core/documents.ts'

export interface HotelRoom {
  id: string
  hotelId: string
  name: LocalText
  price: number
  rooms: number
  breakfast: boolean
}

/** Those that are not removed. */
export async function hotelRooms({ db }: Pick<HandlerContext, 'db'>, hotelIds: readonly string[]): Promise<HotelRoom[]> {
  if (hotelIds.length === 0) return []
  const rows = await db
    .selectFrom('hotel_room')
    .select(['id', 'hotelId', 'name', 'price', 'rooms', 'breakfast'])
    .where('hotelId', 'in', hotelIds)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, id: row.id, hotelId: row.hotelId })) as HotelRoom[]
}
