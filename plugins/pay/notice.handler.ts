/** Takes a notice of the payment provider. The reply that the provider expects is sent after the commit; a forged notice changes nothing. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { takePayment } from './provider/takePayment.ts'

const REFUSED = 'fail'

export default defineHandler('pay.notice', async (fields, context) => {
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  const fact = provider ? await provider.readNotice(fields as Record<string, string>, context) : null
  if (fact && fact !== 'noPayment') await takePayment(provider!.name, fact, context)
  context.reply.header('content-type', 'text/plain; charset=utf-8')
  context.reply.stream(Buffer.from(fact ? provider!.acknowledged : REFUSED))
})
