/** Job: sends the sandbox's notice of a payment, which is verified like one from outside. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { signNotice } from './provider/sandboxNotice.ts'
import { takePayment } from './provider/takePayment.ts'

export default defineHandler('pay.sandboxNotify', async (input, context) => {
  const { number } = input as { number: string }
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  const paid = (await provider?.query(number, context)) ?? null
  if (!paid) return
  const fact = await provider!.readNotice(await signNotice(paid, context), context)
  if (fact && fact !== 'noPayment') await takePayment(provider!.name, fact, context)
})
