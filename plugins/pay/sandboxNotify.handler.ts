/** Job: sends the sandbox's notice of a payment, which is verified like one from outside. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { signNotice } from './provider/sandboxNotice.ts'
import { takePayment } from './provider/takePayment.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'pay.sandboxNotify': { number: string }
  }
}

export default defineHandler('pay.sandboxNotify', async ({ number }, context) => {
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  const paid = (await provider?.query(number, context)) ?? null
  if (!paid) return
  const fact = await provider!.readNotice(await signNotice(paid, context), context)
  if (fact && fact !== 'noPayment') await takePayment(provider!.name, fact, context)
})
