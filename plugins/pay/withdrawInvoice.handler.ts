/** A person withdraws a request of their own that is not issued. Its orders can be invoiced again. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { closeInvoice } from './invoices/closeInvoice.ts'
import { lockInvoice } from './invoices/lockInvoice.ts'

export default defineHandler('pay.withdrawInvoice', async ({ id }, context) => {
  const locked = await lockInvoice(id, context)
  const { userId, kind } = locked.invoice
  if (userId !== context.session.userId || kind !== 'normal') return context.fail('NOT_FOUND', { entity: 'pay.invoice', id })
  return { id, state: await closeInvoice(locked, null, context) }
})
