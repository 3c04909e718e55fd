/** The sandbox tells of a payment: the notice goes through the same verification as one from outside. For jobs. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { signNotice } from './provider/sandboxNotice.ts'
import { takePayment } from './provider/takePayment.ts'

export default defineHandler('pay.sandboxNotify', async (input, context) => {
  const { number } = input as { number: string }
  const provider = context.service<PaymentProvider>(PROVIDER)
  const paid = (await provider?.query(number, context)) ?? null
  if (!paid) return
  const fact = await provider!.readNotice(await signNotice(paid, context), context)
  if (fact && fact !== 'noPayment') await takePayment(provider!.name, fact, context)
})
