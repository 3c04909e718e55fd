/** Job: asks the provider of electronic invoices for one that finance has ordered. It may run twice: the provider knows it by its number. */
import { Readable } from 'node:stream'
import { defineHandler } from '../../runtime/core/contracts.ts'
import { INVOICING, type InvoiceOrder, type InvoiceProvider, InvoiceRefused, type IssuedInvoice } from './invoices/InvoiceProvider.ts'
import { issueInvoice } from './invoices/issueInvoice.ts'
import { type LockedInvoice, lockInvoice, readInvoice } from './invoices/lockInvoice.ts'

/** Letters of a reason. */
const MOST = 200

export default defineHandler('pay.issueInvoice', async (input, context) => {
  const { id } = input as { id: string }
  const locked = await lockInvoice(id, context)
  const provider = context.service<InvoiceProvider>(INVOICING)
  if (locked.invoice.state !== 'issuing' || !provider?.issue) return { state: locked.invoice.state }
  const { correctsId, reviewerId } = locked.invoice
  const corrects = correctsId === null ? null : (await readInvoice(correctsId, context)).invoiceNumber
  let made: IssuedInvoice | null
  try {
    made = await provider.issue(orderOf(locked, corrects), context)
  } catch (error) {
    if (!(error instanceof InvoiceRefused)) throw error
    return context.transition('pay.invoiceLife', 'fail', id, { reason: error.message.slice(0, MOST) })
  }
  if (made === null) return { state: 'issuing' }
  const file = await context.files.store(Readable.from(made.file), { name: made.fileName, purpose: 'invoice' })
  const issued = { invoiceNumber: made.invoiceNumber, file, provider: provider.name, reviewerId }
  return { state: await issueInvoice(locked, issued, context) }
})

function orderOf({ invoice, lines, orders }: LockedInvoice, corrects: string | null): InvoiceOrder {
  const { number, kind, buyer, title, taxNumber, email, remark, createdAt } = invoice
  const byId = new Map(orders.map((order) => [order.id, order]))
  return {
    ...{ number, kind, corrects, buyer, title, taxNumber, email, remark },
    amount: Number(invoice.amount),
    lines: lines.map(({ orderId, amount }) => {
      const { number: order, title: about } = byId.get(orderId)!
      return { order, title: about.zh, amount: Number(amount) }
    }),
    orderedAt: createdAt,
  }
}
