/** A second person approves a large refund, or refuses it: then it no longer counts. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { failRefund } from './money/failRefund.ts'
import { markRefunded } from './money/markRefunded.ts'
import { tellRefund } from './money/tellRefund.ts'
import { assertReach } from './orders/assertReach.ts'
import { lockOrder } from './orders/order.ts'
import { titleWords } from './orders/words.ts'

export default defineHandler('pay.decideRefund', async ({ id, approve, reason }, context) => {
  const found = await context.rows.get('pay.refund', id)
  assertReach(found, 'editRefund', context)
  const order = await lockOrder(found.orderId, context)
  if (!approve) {
    const facts = { ...titleWords(order), amount: Number(found.amount), reason: reason ?? '' }
    if (reason && found.byId !== null) await context.messages.send('pay.refundDeclined', { userId: found.byId }, facts)
    return { id, state: await failRefund(order, found, context, { declinedFor: reason ?? '' }) }
  }
  const { state } = await context.rows.transition('pay.refund', 'approve', id)
  await markRefunded(order.id, context)
  await tellRefund(order, { amount: Number(found.amount), reason: found.reason }, context)
  await context.jobs.enqueue('pay.sendRefund', { id })
  return { id, state }
})
