/** After what was refunded of an order has changed: the invoice that holds it follows. The caller holds the lock of the order.
 *
 *  not issued  -> its amount is what is left; with nothing left it is closed
 *  issued      -> a correction is asked for; when the refund failed, that correction is withdrawn again
 */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { inBothLanguages } from '../../../runtime/core/inBothLanguages.ts'
import type { Order } from '../orders/order.ts'
import { closeInvoice } from './closeInvoice.ts'
import { type Invoice, type InvoiceLine, netOf, readInvoice, readLines } from './lockInvoice.ts'
import { requestCorrection } from './requestCorrection.ts'
import { tellApplicant } from './tellInvoice.ts'

export async function settleInvoices(order: Pick<Order, 'id' | 'paid' | 'refunded'>, context: HandlerContext): Promise<void> {
  const { db } = context
  const held = await db.selectFrom('pay_invoiceLine').select(['id', 'invoiceId']).where('claim', '=', order.id).executeTakeFirst()
  if (!held) return
  await context.lock('payInvoice', held.invoiceId)
  const invoice = await readInvoice(held.invoiceId, context)
  const lines = await readLines(invoice.id, context)
  const line = lines.find(({ id }) => id === held.id)!
  if (invoice.state === 'issued') await settleIssued(invoice, lines, context)
  else if (invoice.state !== 'issuing') await settleOpen({ invoice, lines, line, net: netOf(order) }, context)
}

interface OpenInvoice {
  invoice: Invoice
  lines: InvoiceLine[]
  line: InvoiceLine
  net: number
}

async function settleOpen({ invoice, lines, line, net }: OpenInvoice, context: HandlerContext): Promise<void> {
  if (Number(line.amount) === net) return
  await context.rows.save('pay.invoiceLine', line, { amount: net })
  const amount = lines.reduce((sum, { id, amount: of }) => sum + (id === line.id ? net : Number(of)), 0)
  if (amount > 0) return context.rows.save('pay.invoice', invoice, { amount })
  await closeInvoice({ invoice, lines }, inBothLanguages(context.text('pay.reason.refunded')), context)
  await tellApplicant('pay.invoiceLapsed', invoice, context)
}

/** @param lines  of the invoice */
export async function settleIssued(invoice: Invoice, lines: readonly InvoiceLine[], context: HandlerContext): Promise<void> {
  const correction = (await context.db.selectFrom('pay_invoice').selectAll().where('correcting', '=', invoice.id).executeTakeFirst()) as
    | Invoice
    | undefined
  const needed = await exceedsOrders(lines, context)
  if (needed && !correction)
    await requestCorrection(invoice, { reason: inBothLanguages(context.text('pay.reason.refundedAfterInvoice')), byId: null }, context)
  if (!needed && correction?.state === 'submitted' && correction.reviewerId === null) {
    await context.lock('payInvoice', correction.id)
    await closeInvoice({ invoice: correction, lines: await readLines(correction.id, context) }, null, context)
    await tellApplicant('pay.correctionWithdrawn', invoice, context, { invoiceNumber: invoice.invoiceNumber })
  }
}

/** Whether an invoice says more of an order than was paid and not refunded. */
export async function exceedsOrders(lines: readonly Pick<InvoiceLine, 'orderId' | 'amount'>[], { rows }: Pick<HandlerContext, 'rows'>) {
  for (const { orderId, amount } of lines) {
    const order = await rows.get('pay.order', orderId)
    if (Number(amount) > netOf(order)) return true
  }
  return false
}
