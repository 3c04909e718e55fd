/** Finance sends a transfer back: it did not arrive, or its proof is unusable. An order that is still open gets its full time again. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { changeOrder } from './orders/order.ts'
import { timeText, titleWords } from './orders/words.ts'
import { purposeOf } from './purposes/Purpose.ts'
import { lockRemittance } from './remittance/lockRemittance.ts'

const HOUR_MS = 3_600_000

export default defineHandler('pay.feedbackPayment', async ({ id, reason }, context) => {
  const { remittance, order } = await lockRemittance(id, 'feedbackPayment', context)
  const { state } = await context.rows.transition('pay.remittance', 'return', id, { reason })
  const hours = await purposeOf(order, context).holdHours(order, context)
  const anew = new Date(context.now.getTime() + hours * HOUR_MS).toISOString()
  const expiresAt = order.state === 'pending' && order.expiresAt < anew ? anew : order.expiresAt
  if (expiresAt !== order.expiresAt) await changeOrder(order, { expiresAt, remindedAt: null }, context)
  const words = { ...titleWords(order), reason, until: timeText(expiresAt, context), address: `${context.site}/pay/${order.id}` }
  await context.messages.send('pay.remittanceReturned', { userId: remittance.userId }, words)
  return { id, state }
})
