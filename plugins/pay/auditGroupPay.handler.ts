/** Finance has seen the money of a transfer arrive: it is booked as any other payment. What came after the order had ended gets the place back or is to
 *  be refunded. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { bookPayment } from './money/bookPayment.ts'
import { lockRemittance, OFFLINE } from './remittance/lockRemittance.ts'

export default defineHandler('pay.auditGroupPay', async ({ id }, context) => {
  const { order } = await lockRemittance(id, 'confirmPayment', context)
  const { state, amount, transferredOn } = await context.transition('pay.remittance', 'confirm', id)
  const incoming = { provider: OFFLINE, reference: `REM${id}`, amount: Number(amount), paidAt: `${transferredOn}T00:00:00.000Z` }
  const booked = await bookPayment(order, { ...incoming, confirmedById: context.session.userId }, context)
  return { id, state, booked }
})
