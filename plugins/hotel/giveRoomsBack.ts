/** Cancels the stays of the person that have not begun: after closing the account they could not do it, and others wait for the rooms. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { hotelBookingStatus } from '../generated/enums.ts'
import { today } from './occupancy.ts'

export async function giveRoomsBack(context: HandlerContext): Promise<void> {
  const { rows, db, now, session } = context
  const stays = await db
    .selectFrom('hotel_booking')
    .selectAll()
    .where('userId', '=', session.userId!)
    .where('status', '=', hotelBookingStatus.booked)
    .where('arrival', '>=', today(context))
    .execute()
  for (const stay of stays)
    await rows.save(
      'hotel.booking',
      stay,
      { status: hotelBookingStatus.cancelled, cancelledAt: now.toISOString() },
      { of: { competitionId: stay.competitionId } },
    )
}
