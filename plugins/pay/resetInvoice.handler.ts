/** A request that was sent back by mistake waits to be issued again. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertHoldsInvoice } from './invoices/holdsInvoice.ts'
import { lockInvoice } from './invoices/lockInvoice.ts'
import { settleInvoicing } from './invoices/settleInvoicing.ts'
import { tellApplicant } from './invoices/tellInvoice.ts'

export default defineHandler('pay.resetInvoice', async ({ id }, context) => {
  const locked = await lockInvoice(id, context)
  const { invoice, lines } = locked
  assertHoldsInvoice(locked, 'resetInvoice', context)
  const { state } = await context.rows.transition('pay.invoiceLife', 'reset', id)
  await settleInvoicing(
    lines.map(({ orderId }) => orderId),
    context,
  )
  await tellApplicant('pay.invoiceReset', invoice, context)
  return { id, state }
})
