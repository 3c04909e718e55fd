/** Finance begins the correction of an issued invoice, such as one with a wrong name. */

import { defineHandler } from '../../runtime/core/contracts.ts'
import { assertHoldsInvoice } from './invoices/holdsInvoice.ts'
import { lockInvoice } from './invoices/lockInvoice.ts'
import { requestCorrection } from './invoices/requestCorrection.ts'

export default defineHandler('pay.correctInvoice', async ({ id, reason }, context) => {
  const locked = await lockInvoice(id, context)
  const { invoice } = locked
  assertHoldsInvoice(locked, 'confirmInvoice', context)
  if (invoice.state !== 'issued' || invoice.kind !== 'normal')
    return context.fail('FLOW_STATE', { flow: 'pay.invoiceLife', transition: 'correct', state: invoice.state })
  const correction = await requestCorrection(invoice, { reason, byId: context.session.userId }, context)
  return { id: correction, state: 'submitted' }
})
