/** The provider of electronic invoices, and whether it issues them by itself. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { INVOICING, type InvoiceProvider } from './invoices/InvoiceProvider.ts'

export default defineHandler('pay.invoiceProvider', (_input, context) => {
  const provider = context.documents.service<InvoiceProvider>(INVOICING)
  return Promise.resolve({ provider: provider?.name ?? null, automatic: Boolean(provider?.issue) })
})
