/** Job: asks the provider of electronic invoices for one that finance has ordered, while no transaction waits. It may run twice: the provider knows it by its number. */
import { Readable } from 'node:stream'
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { INVOICING, type InvoiceOrder, type InvoiceProvider, InvoiceRefused, type IssuedInvoice } from './invoices/InvoiceProvider.ts'
import { issueInvoice } from './invoices/issueInvoice.ts'
import { type LockedInvoice, lockInvoice, readInvoice } from './invoices/lockInvoice.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'pay.issueInvoice': { id: string }
  }
}

/** Letters of a reason. */
const MAX = 200

export default defineHandler(
  'pay.issueInvoice',
  async ({ id }, context) => {
    const locked = await context.jobs.write((inner) => lockInvoice(id, inner))
    const provider = context.documents.service<InvoiceProvider>(INVOICING)
    if (locked.invoice.state !== 'issuing' || !provider?.issue) return { state: locked.invoice.state }
    const { correctsId, reviewerId } = locked.invoice
    const corrects = correctsId === null ? null : (await readInvoice(correctsId, context)).invoiceNumber
    let made: IssuedInvoice | null
    try {
      made = await provider.issue(orderOf(locked, corrects), context)
    } catch (error) {
      if (!(error instanceof InvoiceRefused)) throw error
      const reason = error.message.slice(0, MAX)
      return context.jobs.write((inner) => ifIssuing(id, inner, () => inner.rows.transition('pay.invoiceLife', 'fail', id, { reason })))
    }
    if (made === null) return { state: 'issuing' }
    const file = await context.files.store(Readable.from(made.file), { name: made.fileName, purpose: 'invoice' })
    const issued = { invoiceNumber: made.invoiceNumber, file, provider: provider.name, reviewerId }
    return context.jobs.write((inner) => ifIssuing(id, inner, async (again) => ({ state: await issueInvoice(again, issued, inner) })))
  },
  { waits: 'outside' },
)

/** The provider was asked without a lock: someone may have been first. */
async function ifIssuing<T>(
  id: string,
  context: HandlerContext,
  work: (locked: LockedInvoice) => Promise<T>,
): Promise<T | { state: string }> {
  const locked = await lockInvoice(id, context)
  return locked.invoice.state === 'issuing' ? work(locked) : { state: locked.invoice.state }
}

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
