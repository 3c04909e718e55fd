/** Finance settles a refund that no provider sends: the money was sent by hand, or could not be. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { failRefund } from './money/failRefund.ts'
import { assertReach } from './orders/assertReach.ts'
import { lockOrder } from './orders/order.ts'
import { OFFLINE } from './remittance/lockRemittance.ts'

export default defineHandler('pay.editRefund', async ({ id, done, reference }, context) => {
  const { fail } = context
  const found = await context.rows.get('pay.refund', id)
  assertReach(found, 'editRefund', context)
  if (found.provider !== OFFLINE) return fail('PAY_REFUND_PROVIDER')
  const order = await lockOrder(found.orderId, context)
  if (!done) return { id, state: await failRefund(order, found, context) }
  const { state } = await context.rows.transition('pay.refund', 'settle', id, { reference: reference ?? null })
  return { id, state }
})
