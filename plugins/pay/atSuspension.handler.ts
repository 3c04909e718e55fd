/** A registration was suspended: what it had to pay is due no more. What it has paid is for finance to refund. */
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
