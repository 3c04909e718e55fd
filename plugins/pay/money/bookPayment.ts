/** Books money that came in for an order. The caller holds the order's lock and has found that the payment is not known yet.
 *
 *  to be paid  -> paid
 *  closed      -> paid, when the registration still holds a place or gets one again; otherwise the money goes back
 *  paid        -> the money goes back: it came twice
 */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { signupStatus } from '../../generated/enums.ts'
import { PLACED } from '../orders/openOrder.ts'
import { changeOrder, type Order, settleStanding } from '../orders/order.ts'
import { timeText, titleWords } from '../orders/words.ts'
import { refundPayment } from './refundPayment.ts'

export interface Incoming {
  provider: string
  reference: string
  amount: number
  paidAt: string
  confirmedById: string | null
}
export type Booked = 'applied' | 'late' | 'refunded'

const TOO_LATE = '付款时订单已关闭，名额已释放'
const TWICE = '重复付款'

export async function bookPayment(order: Order, incoming: Incoming, context: HandlerContext): Promise<Booked> {
  const { id: orderId, competitionId, organisationId } = order
  const paymentId = await context.add('pay.payment', { orderId, competitionId, organisationId, ...incoming })
  const paid = await changeOrder(order, { paid: Number(order.paid) + incoming.amount }, context)
  const booked = await apply(order, context)
  if (booked === 'refunded') {
    const reason = order.state === 'closed' ? TOO_LATE : TWICE
    await refundPayment({ order: paid, paymentId, provider: incoming.provider, amount: incoming.amount, reason, byId: null }, context)
  } else await tellReceipt(order, incoming, context)
  await settleStanding(order.registrationId, context)
  return booked
}

async function apply(order: Order, context: HandlerContext): Promise<Booked> {
  if (order.state === 'pending') {
    await context.transition('pay.life', 'pay', order.id)
    return 'applied'
  }
  if (order.state !== 'closed' || !(await hasPlace(order, context))) return 'refunded'
  await changeOrder(order, { seat: order.registrationId, lapsedFrom: null }, context)
  await context.transition('pay.life', 'payLate', order.id)
  return 'late'
}

/** Whether the registration holds a place and no other order; one that lost it over this order gets it again while there is one. */
async function hasPlace(order: Order, context: HandlerContext): Promise<boolean> {
  const { registrationId, lapsedFrom } = order
  if (registrationId === null) return false
  if (await isCancelled(order, context)) return false
  const other = await context.db.selectFrom('pay_order').select('id').where('seat', '=', registrationId).executeTakeFirst()
  const row = await context.db.selectFrom('signup_registration').selectAll().where('id', '=', registrationId).executeTakeFirst()
  if (other || !row) return false
  if (PLACED.includes(row.status)) return true
  if (lapsedFrom === null || row.status !== signupStatus.suspended) return false
  const wasRegistered = lapsedFrom === signupStatus.registered || lapsedFrom === signupStatus.teamUnderReview
  const transition = wasRegistered ? 'revive' : 'reviveReview'
  if (await context.limitReached('signup.review', transition, row as unknown as Record<string, unknown>)) return false
  await context.transition('signup.review', transition, registrationId)
  return true
}

/** Whether a bulk refund has ended the order, or is about to. */
async function isCancelled({ competitionId, createdAt }: Order, { db }: HandlerContext): Promise<boolean> {
  const runs = db.selectFrom('pay_run').select('id').where('competitionId', '=', competitionId).where('createdAt', '>', createdAt)
  return (await runs.where('state', '<>', 'cancelled').executeTakeFirst()) !== undefined
}

async function tellReceipt(order: Order, { amount, paidAt }: Incoming, context: HandlerContext): Promise<void> {
  const words = {
    ...titleWords(order),
    amount,
    number: order.number,
    payer: order.payer,
    paidAt: timeText(paidAt, context),
  }
  await context.send('pay.received', { userId: order.userId }, words)
  const { email } = await context.db.selectFrom('account_user').select('email').where('id', '=', order.userId).executeTakeFirstOrThrow()
  if (email) await context.send('pay.receipt', { userId: order.userId }, words)
}
