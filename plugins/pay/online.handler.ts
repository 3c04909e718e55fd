/** The payment provider, whether it can take payments, and whether bank transfers are taken beside it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { paySetting } from './prices/readRules.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'

export default defineHandler('pay.online', async ({ competitionId }, context) => {
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  return {
    provider: provider?.name ?? null,
    ready: provider?.ready ?? false,
    sandbox: provider?.sandbox ?? false,
    transfers: await takesTransfers(competitionId, context),
  }
})

async function takesTransfers(competitionId: string | undefined, context: HandlerContext): Promise<boolean> {
  if (competitionId === undefined) return Boolean(context.documents.settings('package.terms').transferAccount)
  return (await paySetting(competitionId, context))?.remittance ?? false
}
