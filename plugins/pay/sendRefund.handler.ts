/** Job: asks the provider to pay a refund. It may run twice: the provider knows refunds by their number. A person refunds bank transfers by hand and
 *  settles them. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { failRefund } from './money/failRefund.ts'
import { lockOrder } from './orders/order.ts'
import { type PaymentProvider, PROVIDER, RefundRefused } from './provider/PaymentProvider.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'pay.sendRefund': { id: string }
  }
}

export default defineHandler('pay.sendRefund', async ({ id }, context) => {
  const { orderId } = await context.rows.get('pay.refund', id)
  const order = await lockOrder(orderId, context)
  const refund = await context.rows.get('pay.refund', id)
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  if (refund.state !== 'requested' || provider?.name !== refund.provider) return { state: refund.state }
  const { number, reason } = refund
  try {
    const reference = await provider.refund({ number, orderNumber: order.number, amount: Number(refund.amount), reason }, context)
    await context.rows.transition('pay.refund', 'settle', id, { reference })
    return { state: 'done' }
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    return { state: await failRefund(order, refund, context) }
  }
})
