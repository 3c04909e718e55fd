/** Books money that came in for an order. The caller holds the order's lock and has found that the payment is not known yet.
 *
 *  to be paid  -> paid
 *  closed      -> paid, when its purpose still has something to give for it; otherwise the money goes back
 *  paid        -> the money goes back: it came twice
 */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { payCause } from '../../generated/enums.ts'
import { changeOrder, type Order, settleOrder } from '../orders/order.ts'
import { timeText, titleWords } from '../orders/words.ts'
import { purposeOf } from '../purposes/Purpose.ts'
import { refundPayment } from './refundPayment.ts'

export interface Incoming {
  provider: string
  reference: string
  amount: number
  paidAt: string
  confirmedById: string | null
}
export type Booked = 'applied' | 'late' | 'refunded'

const TOO_LATE = payCause['pay.tooLate']
const TWICE = payCause['pay.twice']

export async function bookPayment(order: Order, incoming: Incoming, context: HandlerContext): Promise<Booked> {
  const { id: orderId, competitionId, organisationId } = order
  const paymentId = await context.rows.create('pay.payment', { orderId, competitionId, organisationId, ...incoming })
  const paid = await changeOrder(order, { paid: Number(order.paid) + incoming.amount }, context)
  const booked = await apply(order, context)
  if (booked === 'refunded') {
    const reason = order.state === 'closed' ? TOO_LATE : TWICE
    await refundPayment({ order: paid, paymentId, provider: incoming.provider, amount: incoming.amount, reason, byId: null }, context)
  } else await tellReceipt(order, incoming, context)
  await settleOrder(orderId, context)
  return booked
}

async function apply(order: Order, context: HandlerContext): Promise<Booked> {
  if (order.state === 'pending') {
    await context.rows.transition('pay.life', 'pay', order.id)
    return 'applied'
  }
  const purpose = purposeOf(order, context)
  if (order.state !== 'closed' || !(await purpose.revive(order, context))) return 'refunded'
  await changeOrder(order, { seat: purpose.seat(order), lapsedFrom: null }, context)
  await context.rows.transition('pay.life', 'payLate', order.id)
  return 'late'
}

async function tellReceipt(order: Order, { amount, paidAt }: Incoming, context: HandlerContext): Promise<void> {
  const words = {
    ...titleWords(order),
    amount,
    number: order.number,
    payer: order.payer,
    paidAt: timeText(paidAt, context),
  }
  await context.messages.send('pay.received', { userId: order.userId }, words)
  const { email } = await context.rows.get('account.user', order.userId)
  if (email) await context.messages.send('pay.receipt', { userId: order.userId }, words)
}
