/** Creates a refund of one payment. It counts immediately: the check of the order refuses to refund more than came in. A job sends it to the provider. */
import { randomBytes } from 'node:crypto'
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { settleInvoices } from '../invoices/settleInvoices.ts'
import { changeOrder, type Order } from '../orders/order.ts'
import { markRefunded } from './markRefunded.ts'
import { tellRefund } from './tellRefund.ts'

export interface RefundRequest {
  /** As read under its lock. */
  order: Order
  paymentId: string
  provider: string
  amount: number
  reason: string
  /** Null: by the platform itself. */
  byId: string | null
  /** False: a second person has to approve it first. Default true. */
  approved?: boolean
}
const NUMBER_BYTES = 4

/** Answers the refund's id. @throws PAY_REFUND_OVER */
export async function refundPayment(
  { order, paymentId, provider, amount, reason, byId, approved = true }: RefundRequest,
  context: HandlerContext,
): Promise<string> {
  const { id: orderId, competitionId, organisationId } = order
  const number = `${order.number}R${randomBytes(NUMBER_BYTES).toString('hex').toUpperCase()}`
  await settleInvoices(await changeOrder(order, { refunded: Number(order.refunded) + amount }, context), context)
  const state = approved ? ('requested' as const) : ('waiting' as const)
  const of = { orderId, paymentId, competitionId, organisationId, provider }
  const id = await context.rows.create('pay.refund', { number, ...of, amount, reason, byId, state })
  await markRefunded(orderId, context)
  if (approved) {
    await tellRefund(order, { amount, reason }, context)
    await context.jobs.enqueue('pay.sendRefund', { id })
  }
  return id
}

/** What is left of each payment of an order, newest first. */
export async function leftOfPayments(orderId: string, { db }: Pick<HandlerContext, 'db'>) {
  const payments = await db
    .selectFrom('pay_payment')
    .select(['id', 'provider', 'amount'])
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .execute()
  const refunds = await db
    .selectFrom('pay_refund')
    .select(['paymentId', 'amount'])
    .where('orderId', '=', orderId)
    .where('state', '<>', 'failed')
    .execute()
  const gone = (id: string) => refunds.reduce((sum, refund) => sum + (refund.paymentId === id ? Number(refund.amount) : 0), 0)
  return payments.map(({ id, provider, amount }) => ({ id, provider, left: Number(amount) - gone(id) })).filter(({ left }) => left > 0)
}
