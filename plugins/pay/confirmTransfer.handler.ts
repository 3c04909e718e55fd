/** Finance confirms that a transfer has arrived: it is booked like any other payment. When the order had ended before, the registration gets its place
 *  back or the money is to be refunded. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { bookPayment } from './money/bookPayment.ts'
import { lockRemittance, OFFLINE } from './remittance/lockRemittance.ts'

export default defineHandler('pay.confirmTransfer', async ({ id }, context) => {
  const { order } = await lockRemittance(id, 'confirmPayment', context)
  const { state, amount, transferredOn } = await context.rows.transition('pay.remittance', 'confirm', id)
  const incoming = { provider: OFFLINE, reference: `REM${id}`, amount: Number(amount), paidAt: `${transferredOn}T00:00:00.000Z` }
  const booked = await bookPayment(order, { ...incoming, confirmedById: context.session.userId }, context)
  return { id, state, booked }
})
