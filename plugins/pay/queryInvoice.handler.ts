/** What can be invoiced of a registration, or of one order, and what became of the last request, for those who may request it. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertInvoicer } from './invoices/assertInvoicer.ts'
import { netOf } from './invoices/lockInvoice.ts'
import { readInvoicing } from './invoices/settleInvoicing.ts'
import { readOrder } from './orders/order.ts'
import { payableRegistration } from './orders/payableRegistration.ts'

interface Subject {
  field: 'registrationId' | 'id'
  id: string
}

export default defineHandler('pay.queryInvoice', async ({ groupId, orderId }, context) => {
  const of = await subjectOf(groupId, orderId, context)
  const { db } = context
  const paid = await db
    .selectFrom('pay_order as o')
    .leftJoin('pay_invoiceLine as l', (join) => join.onRef('l.orderId', '=', 'o.id').on('l.claim', 'is not', null))
    .select(['o.id', 'o.paid', 'o.refunded'])
    .where(`o.${of.field}`, '=', of.id)
    .where('l.id', 'is', null)
    .orderBy('o.id')
    .execute()
  const open = paid.filter((order) => netOf(order) > 0)
  const last = await lastInvoice(of, context)
  return {
    invoicing: await readInvoicing(of, context),
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

/** @throws NOT_FOUND, TEAM_PART */
async function subjectOf(groupId: string | undefined, orderId: string | undefined, context: HandlerContext): Promise<Subject> {
  if (groupId !== undefined) {
    await payableRegistration(groupId, context, 'editInvoice')
    return { field: 'registrationId', id: groupId }
  }
  await assertInvoicer(await readOrder(orderId ?? '0', context), context)
  return { field: 'id', id: orderId! }
}

function lastInvoice({ field, id }: Subject, { db }: HandlerContext) {
  return db
    .selectFrom('pay_order as o')
    .innerJoin('pay_invoiceLine as l', 'l.orderId', 'o.id')
    .innerJoin('pay_invoice as i', 'i.id', 'l.invoiceId')
    .select(['i.id', 'i.number', 'i.state', 'i.reason', 'i.title'])
    .where(`o.${field}`, '=', id)
    .where('i.kind', '=', 'normal')
    .orderBy('i.id', 'desc')
    .executeTakeFirst()
}
