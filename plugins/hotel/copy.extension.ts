/** Hotels of a competition in another one: with their kinds of room, without bookings. */
import { defineExtension } from '../../runtime/core/contracts.ts'

export default defineExtension('competition.parts', 'hotel', {
  after: 'competitionInfo.info',
  parts: [
    { entity: 'hotel.hotel', where: { removedAt: null }, fresh: {} },
    { entity: 'hotel.room', of: { field: 'hotelId', entity: 'hotel.hotel' }, fresh: {} },
  ],
})
