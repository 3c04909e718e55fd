/** Requests an invoice over paid orders of one organisation, or of the platform, or submits an own request again. An order is on one invoice at a time: the table refuses a second claim. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertInvoicer } from './invoices/assertInvoicer.ts'
import { closeInvoice } from './invoices/closeInvoice.ts'
import { type Invoice, lockInvoice, lockOrders, netOf } from './invoices/lockInvoice.ts'
import { type InvoiceTitle, rememberedTitles, rememberTitle } from './invoices/rememberTitle.ts'
import { requestNumber } from './invoices/requestNumber.ts'
import { settleInvoicing } from './invoices/settleInvoicing.ts'
import { tellApplicant, tellFinance } from './invoices/tellInvoice.ts'
import { readOrder } from './orders/order.ts'

interface Request extends InvoiceTitle {
  email: string
  remark: string | null
}

export default defineHandler('pay.applyInvoice', async ({ id, orderIds = [], answers }, context) =>
  id === undefined ? request(orderIds, answers, context) : again(id, answers, context),
)

async function request(orderIds: readonly string[], answers: unknown, context: HandlerContext) {
  const { db, session, fail } = context
  for (const id of orderIds) await assertInvoicer(await readOrder(id, context), context)
  const orders = await lockOrders(orderIds, context)
  const [first] = orders
  if (!first || orders.some((order) => netOf(order) <= 0)) return fail('PAY_INVOICE_NOTHING')
  const { competitionId, organisationId } = first
  if (orders.some((order) => order.organisationId !== organisationId)) return fail('PAY_INVOICE_MIXED')
  const claimed = db
    .selectFrom('pay_invoiceLine')
    .select('id')
    .where(
      'claim',
      'in',
      orders.map((order) => order.id),
    )
  if (await claimed.executeTakeFirst()) return fail('PAY_INVOICE_TAKEN')
  const asked = await readRequest(answers, context)
  const of = { competitionId, organisationId }
  const amount = orders.reduce((sum, order) => sum + netOf(order), 0)
  const number = requestNumber(context)
  const id = await context.rows.create('pay.invoice', {
    number,
    ...of,
    userId: session.userId!,
    ...asked,
    taxNumber: asked.taxNumber || null,
    amount,
  })
  for (const order of orders)
    await context.rows.create('pay.invoiceLine', {
      invoiceId: id,
      orderId: order.id,
      competitionId: order.competitionId,
      organisationId,
      amount: netOf(order),
      claim: order.id,
    })
  await settleInvoicing(
    orders.map((order) => order.id),
    context,
  )
  const invoice = { id, number, ...of, userId: session.userId!, title: asked.title, amount }
  await tellApplicant('pay.invoiceReceived', invoice, context)
  await tellFinance('pay.invoiceRequested', invoice, context)
  return { id, number, amount }
}

/** With what is left of its orders now. */
async function again(id: string, answers: unknown, context: HandlerContext) {
  const { session, fail } = context
  const { invoice, lines, orders } = await lockInvoice(id, context)
  if (invoice.userId !== session.userId || invoice.kind !== 'normal') return fail('NOT_FOUND', { entity: 'pay.invoice', id })
  const asked = await readRequest(answers, context)
  const net = new Map(orders.map((order) => [order.id, netOf(order)]))
  for (const line of lines) await context.rows.save('pay.invoiceLine', line, { amount: net.get(line.orderId) ?? 0 })
  const amount = [...net.values()].reduce((sum, of) => sum + of, 0)
  if (amount <= 0) {
    await closeInvoice({ invoice, lines }, null, context)
    return { id, number: invoice.number, amount: 0 }
  }
  await context.rows.transition('pay.invoiceLife', 'resubmit', id, { ...asked, taxNumber: asked.taxNumber || null, amount })
  await settleInvoicing(
    lines.map(({ orderId }) => orderId),
    context,
  )
  const after: Invoice = { ...invoice, title: asked.title, amount }
  if (invoice.state === 'returned') await tellFinance('pay.invoiceRequested', after, context)
  return { id, number: invoice.number, amount }
}

/** @throws FORM_INVALID, NOT_FOUND */
async function readRequest(answers: unknown, context: HandlerContext): Promise<Request> {
  const titles = await rememberedTitles(context)
  const { answers: accepted } = await context.documents.forms.submit({ id: 'pay.invoiceRequest' }, answers, { remembered: titles.length })
  const { titleId, email, remark, ...written } = accepted as typeof accepted & InvoiceTitle
  const chosen = titleId ? titles.find(({ id }) => id === titleId) : undefined
  if (titleId && !chosen) return context.fail('NOT_FOUND', { entity: 'pay.invoiceTitle', id: titleId })
  const { buyer, title, taxNumber = '' } = (chosen as InvoiceTitle | undefined) ?? written
  await rememberTitle({ buyer, title, taxNumber }, email, context)
  return { buyer, title, taxNumber, email, remark: remark ?? null }
}
