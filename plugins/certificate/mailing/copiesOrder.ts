/** The order of a request for paper copies: made with the request, ended with it. The caller holds the lock `certificateMailing`. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { LocalText } from '../../../runtime/core/documents.ts'
import { refundOrder } from '../../pay/money/refundOrder.ts'
import { closeOrder } from '../../pay/orders/closeOrder.ts'
import { createOrder } from '../../pay/orders/createOrder.ts'
import { lockOrder } from '../../pay/orders/order.ts'
import { needsReview } from '../../pay/refunds/needsReview.ts'
import { paperHoldHours } from './paperHoldHours.ts'

const HOUR_MS = 3_600_000

export interface Copies {
  competitionId: string
  organisationId: string
  competition: LocalText
  /** Name on the certificate. */
  holder: string
  copies: number
  /** Of one copy, in fen. */
  fee: number
}

/** Answers the id of the order; null where copies cost nothing. */
export async function orderCopies(request: Copies, context: HandlerContext): Promise<string | null> {
  const { competitionId, organisationId, competition, holder, copies, fee } = request
  if (fee === 0) return null
  const amount = fee * copies
  const hours = await paperHoldHours(competitionId, context)
  const order = await createOrder(
    {
      purpose: 'paper',
      competitionId,
      organisationId,
      userId: context.session.userId!,
      payer: holder,
      title: context.text('certificate.copiesOrder', { competition }),
      expiresAt: new Date(context.now.getTime() + hours * HOUR_MS).toISOString(),
    },
    { total: amount, positions: [{ line: 'paper', quantity: copies, price: fee, amount }] },
    context,
  )
  return order.id
}

/** Closes an order that is not paid; what was paid is refunded in full. The request has its new status already. */
export async function endCopiesOrder(orderId: string | null, reason: string, context: HandlerContext): Promise<void> {
  if (orderId === null) return
  const order = await lockOrder(orderId, context)
  if (order.state === 'pending') return closeOrder(order, { lapse: false }, context)
  const amount = Number(order.paid) - Number(order.refunded)
  if (amount <= 0) return
  const approved = !(await needsReview(order, amount, context))
  await refundOrder(orderId, { amount, reason, byId: context.session.userId, approved }, context)
}
