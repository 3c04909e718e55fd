/** Withdraws a request that is not issued: its orders can be invoiced again. The caller holds the locks of the invoice. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Invoice, InvoiceLine } from './lockInvoice.ts'
import { settleInvoicing } from './settleInvoicing.ts'

/** Answers its state. @throws FLOW_STATE */
export async function closeInvoice(
  { invoice, lines }: { invoice: Invoice; lines: readonly InvoiceLine[] },
  reason: string | null,
  context: HandlerContext,
) {
  const { state } = await context.rows.transition('pay.invoiceLife', 'withdraw', invoice.id, { reason })
  await releaseOrders(invoice.id, context)
  await settleInvoicing(
    lines.map(({ orderId }) => orderId),
    context,
  )
  return state
}

/** The orders of an invoice may be invoiced anew. */
export async function releaseOrders(invoiceId: string, { rows }: Pick<HandlerContext, 'rows'>): Promise<void> {
  await rows.saveWhere('pay.invoiceLine', { invoiceId }, { claim: null })
}
