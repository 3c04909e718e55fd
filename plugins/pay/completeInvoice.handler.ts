/** Finance issues an invoice: with its number and file, or by the provider of electronic invoices, whom a job asks. */

import { defineHandler, type StoredFile } from '../../runtime/core/contracts.ts'
import { assertHoldsInvoice } from './invoices/holdsInvoice.ts'
import { INVOICING, type InvoiceProvider } from './invoices/InvoiceProvider.ts'
import { issueInvoice } from './invoices/issueInvoice.ts'
import { lockInvoice } from './invoices/lockInvoice.ts'
import { exceedsOrders } from './invoices/settleInvoices.ts'

export default defineHandler('pay.completeInvoice', async ({ id, answers }, context) => {
  const { session, fail } = context
  const locked = await lockInvoice(id, context)
  assertHoldsInvoice(locked, 'confirmInvoice', context)
  if (await exceedsOrders(locked.lines, context)) return fail('PAY_INVOICE_OVER')
  const provider = context.documents.service<InvoiceProvider>(INVOICING)
  if (answers === undefined) {
    if (!provider?.issue) return fail('PAY_INVOICE_FILE')
    const { state } = await context.rows.transition('pay.invoiceLife', 'order', id)
    await context.jobs.enqueue('pay.issueInvoice', { id })
    return { id, state }
  }
  const { answers: accepted } = await context.documents.forms.submit({ id: 'pay.issueInvoice' }, answers)
  const { invoiceNumber, file } = accepted as { invoiceNumber: string; file: StoredFile[] }
  const issued = { invoiceNumber, file: file[0]!, provider: 'pay.manualInvoice', reviewerId: session.userId }
  return { id, state: await issueInvoice(locked, issued, context) }
})
