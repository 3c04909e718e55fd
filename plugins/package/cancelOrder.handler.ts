/** Cancels the order of a package that is not paid. Money that comes later goes back, or starts the package when nothing newer was ordered. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { closeOrder } from '../pay/orders/closeOrder.ts'
import { lockOrder } from '../pay/orders/order.ts'
import { awaitsConfirmation } from '../pay/remittance/awaitsConfirmation.ts'

export default defineHandler('package.cancelOrder', async ({ organisationId }, context) => {
  const { db, fail } = context
  const open = await db
    .selectFrom('pay_order as o')
    .innerJoin('package_term as t', 't.id', 'o.termId')
    .select('o.id')
    .where('t.open', '=', organisationId)
    .executeTakeFirst()
  if (!open) return fail('NOT_FOUND', { entity: 'pay.order', id: '' })
  const order = await lockOrder(open.id, context)
  if (order.state !== 'pending') return fail('PAY_CLOSED')
  if (await awaitsConfirmation(order.id, context)) return fail('PAY_REMITTANCE_OPEN')
  await closeOrder(order, { lapse: false }, context)
  return { orderId: order.id }
})
