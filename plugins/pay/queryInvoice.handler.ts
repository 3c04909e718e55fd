/** What can be invoiced of a registration, and what became of the last request, for those who may request it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { netOf } from './invoices/lockInvoice.ts'
import { payableRegistration } from './orders/payableRegistration.ts'

export default defineHandler('pay.queryInvoice', async ({ groupId }, context) => {
  const { invoicing } = await payableRegistration(groupId, context, 'editInvoice')
  const { db } = context
  const paid = await db
    .selectFrom('pay_order as o')
    .leftJoin('pay_invoiceLine as l', (join) => join.onRef('l.orderId', '=', 'o.id').on('l.claim', 'is not', null))
    .select(['o.id', 'o.paid', 'o.refunded'])
    .where('o.registrationId', '=', groupId)
    .where('l.id', 'is', null)
    .orderBy('o.id')
    .execute()
  const open = paid.filter((order) => netOf(order) > 0)
  const last = await lastInvoice(groupId, context)
  return {
    invoicing: invoicing ?? 'none',
    amount: open.reduce((sum, order) => sum + netOf(order), 0),
    orderIds: open.map(({ id }) => id),
    id: last?.id ?? null,
    number: last?.number ?? null,
    state: last?.state ?? null,
    reason: last?.reason ?? null,
    title: last?.title ?? null,
    hasFile: last?.state === 'issued',
  }
})

function lastInvoice(registrationId: string, { db }: HandlerContext) {
  return db
    .selectFrom('pay_order as o')
    .innerJoin('pay_invoiceLine as l', 'l.orderId', 'o.id')
    .innerJoin('pay_invoice as i', 'i.id', 'l.invoiceId')
    .select(['i.id', 'i.number', 'i.state', 'i.reason', 'i.title'])
    .where('o.registrationId', '=', registrationId)
    .where('i.kind', '=', 'normal')
    .orderBy('i.id', 'desc')
    .executeTakeFirst()
}
