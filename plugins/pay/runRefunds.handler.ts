/** Job: refunds some orders of a bulk refund, then orders itself again. Each step is one transaction, so an interrupted run continues after the last
 *  finished order; two jobs at the same time take turns. */
import { defineHandler, type HandlerContext } from '../../runtime/core/contracts.ts'
import type { Row } from '../generated/tables.ts'
import { refundOrder } from './money/refundOrder.ts'
import { closeOrder } from './orders/closeOrder.ts'
import { lockOrder } from './orders/order.ts'

declare module '../../runtime/core/contracts.ts' {
  interface JobTypes {
    'pay.runRefunds': { id: string }
  }
}

/** Orders of a step. */
const STEP = 10
const WHOLE = 100

interface Run {
  id: string
  competitionId: string
  percent: number
  reason: string
  byId: string
}

export default defineHandler('pay.runRefunds', async ({ id }, context) => {
  const { now } = context
  await context.lock('payRun', id)
  const run = await context.rows.get('pay.run', id)
  if (run.state !== 'running') return { done: run.done, total: run.total }
  const orders = await ordersOf(run, context).where('id', '>', run.lastOrder).orderBy('id').limit(STEP).execute()
  let amount = 0
  for (const { id: orderId } of orders) amount += await endOrder(orderId, run, context)
  const done = run.done + orders.length
  const step = { done, amount: Number(run.amount) + amount, lastOrder: orders.at(-1)?.id ?? run.lastOrder, steppedAt: now.toISOString() }
  await context.rows.save('pay.run', { id }, { ...step, total: Math.max(run.total, done) })
  await context.jobs.progress({ done: Math.min(1, done / run.total) })
  if (orders.length === 0) await context.rows.transition('pay.runLife', 'finish', id)
  else await context.jobs.enqueue('pay.runRefunds', { id })
  return { done, total: run.total }
})

/** Those that are chosen, of any purpose; else all of the sign-up, or of the course. */
function ordersOf(
  { competitionId, courseId, orderIds }: Pick<Row<'pay_run'>, 'competitionId' | 'courseId' | 'orderIds'>,
  { db }: HandlerContext,
) {
  const orders = db.selectFrom('pay_order').select('id').where('competitionId', '=', competitionId)
  if (orderIds !== null) return orders.where('id', 'in', [...(orderIds as string[]), '0']).where('state', '=', 'paid')
  return orders
    .where('courseId', courseId === null ? 'is' : '=', courseId)
    .where('purpose', '=', courseId === null ? 'signup' : 'training')
    .where('state', 'in', ['pending', 'paid'])
}

/** Answers the refunded amount, in fen. */
async function endOrder(orderId: string, { percent, reason, byId }: Run, context: HandlerContext): Promise<number> {
  const order = await lockOrder(orderId, context)
  if (order.state === 'pending') await closeOrder(order, { lapse: false }, context)
  if (order.state !== 'paid') return 0
  const amount = Math.floor((Number(order.paid) * percent) / WHOLE) - Number(order.refunded)
  if (amount <= 0) return 0
  await refundOrder(orderId, { amount, reason, byId, approved: true }, context)
  return amount
}
