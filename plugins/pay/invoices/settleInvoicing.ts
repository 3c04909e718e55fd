/** After a change of invoices: stores the invoice state of the registrations of their orders. The caller holds the locks of the orders. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { PayInvoicing } from '../../generated/enums.ts'
import { type InvoiceFacts, invoicingOf } from './invoicingOf.ts'

export async function settleInvoicing(orderIds: readonly string[], { db, rows }: Pick<HandlerContext, 'db' | 'rows'>): Promise<void> {
  if (orderIds.length === 0) return
  const found = await db.selectFrom('pay_order').select('registrationId').distinct().where('id', 'in', orderIds).execute()
  for (const { registrationId } of found) {
    if (registrationId === null) continue
    const invoicing = await readInvoicing({ field: 'registrationId', id: registrationId }, { db })
    await rows.save('signup.registration', { id: registrationId }, { invoicing })
  }
}

/** What the invoices that hold the orders of a registration, or one order, come to. */
export async function readInvoicing(
  { field, id }: { field: 'registrationId' | 'id'; id: string },
  { db }: Pick<HandlerContext, 'db'>,
): Promise<PayInvoicing> {
  const rows = await db
    .selectFrom('pay_order as o')
    .innerJoin('pay_invoiceLine as l', 'l.orderId', 'o.id')
    .innerJoin('pay_invoice as i', 'i.id', 'l.invoiceId')
    .leftJoin('pay_invoice as c', (join) => join.onRef('c.correctsId', '=', 'i.id').on('c.correcting', 'is not', null))
    .select(['i.state', 'c.id as correction'])
    .where(`o.${field}`, '=', id)
    .where('l.claim', 'is not', null)
    .execute()
  return invoicingOf(rows.map(({ state, correction }) => ({ state, isCorrected: correction !== null }) as InvoiceFacts))
}
