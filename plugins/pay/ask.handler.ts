/** Job: asks the provider for the result of a payment that was begun. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { lockOrder } from './orders/order.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { takePayment } from './provider/takePayment.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'pay.ask': { id: string }
  }
}

export default defineHandler('pay.ask', async ({ id }, context) => {
  const { state, number } = await lockOrder(id, context)
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  const fact = state === 'pending' && provider ? await provider.query(number, context) : null
  return { verdict: fact ? await takePayment(provider!.name, fact, context) : null }
})
