/** A registration was suspended: its open amount is no longer due. Finance refunds what it has paid. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { closeOrder } from './orders/closeOrder.ts'
import { lockOrder } from './orders/order.ts'

export default defineHandler('pay.atSuspension', async ({ row }, context) => {
  const { id } = row as { id: string }
  const open = await context.db
    .selectFrom('pay_order')
    .select('id')
    .where('seat', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (open) await closeOrder(await lockOrder(open.id, context), { lapse: false }, context)
})
