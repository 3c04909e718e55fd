/** Issues nothing: finance issues invoices in the tax system and uploads the files. */
import { defineProvider } from '../../../runtime/core/contracts.ts'
import type { InvoiceProvider } from './InvoiceProvider.ts'

export default defineProvider<InvoiceProvider>('pay.manualInvoice', 'invoicing', () => ({ name: 'pay.manualInvoice', issue: null }))
