/** The payment provider, and whether it can take payments. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'

export default defineHandler('pay.online', (_input, context) => {
  const provider = context.service<PaymentProvider>(PROVIDER)
  return Promise.resolve({ provider: provider?.name ?? null, ready: provider?.ready ?? false, sandbox: provider?.sandbox ?? false })
})
