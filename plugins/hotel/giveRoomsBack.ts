/** Cancels the stays of the person that have not begun: after closing the account they could not do it, and others wait for the rooms. */
import type { HandlerContext } from '../../runtime/core/contracts.ts'
import { hotelBookingStatus } from '../generated/enums.ts'
import { today } from './occupancy.ts'

export async function giveRoomsBack(context: HandlerContext): Promise<void> {
  const { rows, db, session } = context
  const stays = db.selectFrom('hotel_booking').select('id').where('userId', '=', session.userId!).where('arrival', '>=', today(context))
  const ids = (await stays.where('status', '=', hotelBookingStatus.booked).execute()).map(({ id }) => id)
  if (ids.length > 0) await rows.transitionWhere('hotel.stay', 'cancel', { id: ids })
}
