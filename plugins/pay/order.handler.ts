/** One order for the person who may pay it: what, how much, until when, how. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import { assertPayer } from './orders/assertPayer.ts'
import { readOrder } from './orders/order.ts'
import { type PaymentProvider, PROVIDER } from './provider/PaymentProvider.ts'
import { askableRefund, isRefundWaiting } from './refunds/askableRefund.ts'
import { readTiers } from './refunds/readTiers.ts'

export default defineHandler('pay.order', async ({ id }, context) => {
  const order = await readOrder(id, context)
  await assertPayer(order, context)
  const { db, lang, now } = context
  const { number, purpose, registrationId, competitionId, payer, state, expiresAt, paidAt, codeId } = order
  const code = codeId === null ? null : await db.selectFrom('pay_code').select('code').where('id', '=', codeId).executeTakeFirst()
  const provider = context.documents.service<PaymentProvider>(PROVIDER)
  return {
    ...{ id, number, purpose, registrationId, competitionId, payer, state, expiresAt, paidAt },
    title: order.title[lang] || order.title.zh,
    total: Number(order.total),
    paid: Number(order.paid),
    refunded: Number(order.refunded),
    now: now.toISOString(),
    code: code?.code ?? null,
    positions: await positionsOf(id, context),
    refunds: await refundsOf(id, context),
    // paper copies go back in full until they are sent
    refundRules: competitionId === null || purpose === 'paper' ? [] : await readTiers(competitionId, context),
    askable: (await isRefundWaiting(id, context)) ? 0 : await askableRefund(order, context),
    online: provider?.ready ?? false,
    sandbox: provider?.sandbox ?? false,
  }
})

async function positionsOf(id: string, { db, lang }: HandlerContext) {
  const rows = await db
    .selectFrom('pay_position')
    .select(['line', 'quantity', 'price', 'amount', 'label'])
    .where('orderId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ line, quantity, price, amount, label }) => ({
    ...{ line, quantity, price: Number(price), amount: Number(amount) },
    label: label === null ? null : label[lang] || label.zh,
  }))
}

async function refundsOf(id: string, { db }: HandlerContext) {
  const query = db.selectFrom('pay_refund').select(['number', 'amount', 'state', 'reason', 'declinedFor', 'createdAt'])
  const rows = await query.where('orderId', '=', id).orderBy('id').execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount), outcome: row.declinedFor === null ? row.state : 'declined' }))
}
