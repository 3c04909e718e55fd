/** Fees follow a registration: its order is made where the competition charges, and an open amount is no longer due once the registration has ended. */
import { defineRules, type EntityRow, type HandlerContext } from '../../runtime/core/contracts.ts'
import { closeOrder } from './orders/closeOrder.ts'
import { openOrder } from './orders/openOrder.ts'
import { lockOrder } from './orders/order.ts'
import { paySetting } from './prices/readRules.ts'

type Registration = EntityRow<'signup.registration'>

export default defineRules('signup.registration', {
  afterTransition: {
    submit: charge,
    enter: charge,
    withdraw: endOrder,
    suspend: endOrder,
    refuse: endOrder,
  },
})

async function charge(registration: Registration, context: HandlerContext): Promise<void> {
  const setting = await paySetting(registration.competitionId, context)
  if (!setting?.enabled) return
  const open = await context.db.selectFrom('pay_order').select('id').where('seat', '=', registration.id).executeTakeFirst()
  if (!open) await openOrder(registration, setting, { holdsPlace: true }, context)
}

/** Finance refunds what was paid. */
async function endOrder({ id }: Registration, context: HandlerContext): Promise<void> {
  const pending = context.db.selectFrom('pay_order').select('id').where('seat', '=', id).where('state', '=', 'pending')
  const open = await pending.executeTakeFirst()
  if (open) await closeOrder(await lockOrder(open.id, context), { lapse: false }, context)
}
