/** Invoices under the locks of their orders. Everyone locks what the orders are for first, then the orders, each in ascending order, then the invoice. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Row } from '../../generated/tables.ts'
import { type Order, readOrder } from '../orders/order.ts'
import { purposeOf } from '../purposes/Purpose.ts'

export type Invoice = Row<'pay_invoice'>
export type InvoiceLine = Row<'pay_invoiceLine'>
export interface LockedInvoice {
  invoice: Invoice
  lines: InvoiceLine[]
  /** Of the lines, in ascending order. */
  orders: Order[]
}

/** @throws NOT_FOUND */
export async function readInvoice(id: string, { rows }: Pick<HandlerContext, 'rows'>): Promise<Invoice> {
  return rows.get('pay.invoice', id)
}

/** Lines of an invoice, in their order. */
export async function readLines(invoiceId: string, { db }: Pick<HandlerContext, 'db'>): Promise<InvoiceLine[]> {
  return (await db.selectFrom('pay_invoiceLine').selectAll().where('invoiceId', '=', invoiceId).orderBy('id').execute()) as InvoiceLine[]
}

/** Locks several orders, and first what they are for. @throws NOT_FOUND */
export async function lockOrders(ids: readonly string[], context: HandlerContext): Promise<Order[]> {
  const sorted = [...new Set(ids)].toSorted((one, other) => Number(one) - Number(other))
  const found: Order[] = []
  for (const id of sorted) found.push(await readOrder(id, context))
  const byPurpose = found.toSorted((one, other) => Number(one.registrationId) - Number(other.registrationId))
  for (const order of byPurpose) await purposeOf(order, context).lock(order, context)
  for (const id of sorted) await context.lock('payOrder', id)
  const orders: Order[] = []
  for (const id of sorted) orders.push(await readOrder(id, context))
  return orders
}

/** @throws NOT_FOUND */
export async function lockInvoice(id: string, context: HandlerContext): Promise<LockedInvoice> {
  const held = await readLines(id, context)
  const orders = await lockOrders(
    held.map(({ orderId }) => orderId),
    context,
  )
  await context.lock('payInvoice', id)
  return { invoice: await readInvoice(id, context), lines: await readLines(id, context), orders }
}

/** Paid and not refunded, in fen. */
export function netOf({ paid, refunded }: Pick<Order, 'paid' | 'refunded'>): number {
  return Number(paid) - Number(refunded)
}
