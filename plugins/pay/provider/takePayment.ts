/** Records a payment that the provider reports, by a notice or as an answer. It was verified before, and takes effect once, however often it is reported. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PayVerdict } from '../../generated/enums.ts'
import { bookPayment } from '../money/bookPayment.ts'
import { lockOrder } from '../orders/order.ts'
import type { PaymentFact } from './PaymentProvider.ts'

/** Null: it was known already. */
export async function takePayment(provider: string, fact: PaymentFact, context: HandlerContext): Promise<PayVerdict | null> {
  const { db } = context
  const found = await db.selectFrom('pay_order').select('id').where('number', '=', fact.number).executeTakeFirst()
  if (!found) return keep('unknownOrder', provider, fact, null, context)
  const order = await lockOrder(found.id, context)
  const known = await db
    .selectFrom('pay_payment')
    .select('id')
    .where('provider', '=', provider)
    .where('reference', '=', fact.reference)
    .executeTakeFirst()
  if (known) return null
  if (fact.amount !== Number(order.total)) return keep('wrongAmount', provider, fact, order, context)
  const { reference, amount, paidAt } = fact
  const booked = await bookPayment(order, { provider, reference, amount, paidAt, confirmedById: null }, context)
  return keep(booked, provider, fact, order, context)
}

async function keep(
  verdict: PayVerdict,
  provider: string,
  { number, reference, amount }: PaymentFact,
  order: { id: string; competitionId: string | null; organisationId: string | null } | null,
  { rows }: HandlerContext,
): Promise<PayVerdict> {
  const place = { orderId: order?.id ?? null, competitionId: order?.competitionId ?? null, organisationId: order?.organisationId ?? null }
  const notice = { provider, number, reference, amount, verdict, ...place }
  await rows.createMissing('pay.notice', ['provider', 'reference', 'number', 'verdict'], [notice])
  return verdict
}
