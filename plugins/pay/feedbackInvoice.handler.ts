/** Finance sends a request back with the reason. A correction that no refund asks for is withdrawn. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { closeInvoice } from './invoices/closeInvoice.ts'
import { assertHoldsInvoice } from './invoices/holdsInvoice.ts'
import { lockInvoice, readInvoice, readLines } from './invoices/lockInvoice.ts'
import { exceedsOrders } from './invoices/settleInvoices.ts'
import { settleInvoicing } from './invoices/settleInvoicing.ts'
import { tellApplicant } from './invoices/tellInvoice.ts'

export default defineHandler('pay.feedbackInvoice', async ({ id, reason }, context) => {
  const locked = await lockInvoice(id, context)
  const { invoice, lines } = locked
  assertHoldsInvoice(locked, 'feedbackInvoice', context)
  if (invoice.correctsId !== null) {
    if (await exceedsOrders(await readLines(invoice.correctsId, context), context)) return context.fail('PAY_INVOICE_NEEDED')
    const corrected = await readInvoice(invoice.correctsId, context)
    const state = await closeInvoice(locked, reason, context)
    await tellApplicant('pay.correctionWithdrawn', corrected, context, { invoiceNumber: corrected.invoiceNumber })
    return { id, state }
  }
  const { state } = await context.rows.transition('pay.invoiceLife', 'return', id, { reason })
  await settleInvoicing(
    lines.map(({ orderId }) => orderId),
    context,
  )
  await tellApplicant('pay.invoiceReturned', invoice, context, { reason })
  return { id, state }
})
