/** What the person who paid a sign-up may ask back now: by the refund rules, or all that is left where they give nothing, as finance may make an exception. */
import type { HandlerContext } from '../../../runtime/core/contracts.ts'
import type { Order } from '../orders/order.ts'
import { readTiers } from './readTiers.ts'
import { refundPercent } from './refundPercent.ts'

const WHOLE = 100

/** 0: nothing is left. */
export async function askableRefund(order: Order, context: Pick<HandlerContext, 'db' | 'now'>): Promise<number> {
  const left = Number(order.paid) - Number(order.refunded)
  if (order.state !== 'paid' || order.registrationId === null || order.competitionId === null || left <= 0) return 0
  const { percent } = refundPercent(await readTiers(order.competitionId, context), context.now.toISOString())
  return Math.floor((left * percent) / WHOLE) || left
}

/** Whether a refund of the order waits for finance. */
export async function isRefundWaiting(orderId: string, { db }: Pick<HandlerContext, 'db'>): Promise<boolean> {
  const waiting = db.selectFrom('pay_refund').select('id').where('orderId', '=', orderId).where('state', '=', 'waiting')
  return (await waiting.executeTakeFirst()) !== undefined
}
