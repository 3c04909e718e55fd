/** Ends an order that is not paid: gives its discount code back, and with `lapse` the place of its registration. The caller holds the order's lock. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import { PLACED } from './openOrder.ts'
import { changeOrder, type Order, settleStanding } from './order.ts'

const REASONS = { zh: '未在规定时间内缴费', en: 'The fee was not paid in time' }

export async function closeOrder(order: Order, { lapse }: { lapse: boolean }, context: HandlerContext): Promise<void> {
  await context.transition('pay.life', 'close', order.id)
  if (order.codeId !== null)
    await context.db
      .updateTable('pay_code')
      .set((expression) => ({ used: expression('used', '-', 1) }))
      .where('id', '=', order.codeId)
      .execute()
  if (lapse && order.holdsPlace && order.registrationId !== null) await lapseRegistration(order, order.registrationId, context)
  await settleStanding(order.registrationId, context)
}

async function lapseRegistration(order: Order, registrationId: string, context: HandlerContext): Promise<void> {
  const row = await context.db.selectFrom('signup_registration').select('status').where('id', '=', registrationId).executeTakeFirst()
  if (!row || !PLACED.includes(row.status)) return
  await changeOrder(order, { lapsedFrom: row.status }, context)
  await context.transition('signup.review', 'lapse', registrationId, { reason: REASONS.zh })
}
