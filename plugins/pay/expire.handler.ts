/** Job: ends one order whose time is over; the place of its registration becomes free. The provider is asked first, because a payment in time counts. It
 *  may run twice. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { closeOrder } from './orders/closeOrder.ts'
import { lockOrder } from './orders/order.ts'
import { titleWords } from './orders/words.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { takePayment } from './provider/takePayment.ts'
import { awaitsConfirmation } from './remittance/awaitsConfirmation.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'pay.expire': { id: string }
  }
}

export default defineHandler('pay.expire', async ({ id }, context) => {
  const order = await lockOrder(id, context)
  if (order.state !== 'pending' || order.expiresAt > context.now.toISOString()) return { closed: false }
  if (await awaitsConfirmation(id, context)) return { closed: false }
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  const fact = (await provider?.query(order.number, context)) ?? null
  if (fact && (await takePayment(provider!.name, fact, context)) === 'applied') return { closed: false }
  await provider?.endOrder(order.number, context)
  await closeOrder(order, { lapse: true }, context)
  await context.messages.send('pay.lapsed', { userId: order.userId }, { ...titleWords(order), number: order.number })
  return { closed: true }
})
