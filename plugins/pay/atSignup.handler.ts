/** A registration was submitted (flow signup.review): where the competition charges fees, its order is made in the same transaction. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { openOrder } from './orders/openOrder.ts'
import type { Registration } from './orders/registration.ts'
import { paySetting } from './prices/readRules.ts'

export default defineHandler('pay.atSignup', async ({ row }, context) => {
  const registration = row as Registration
  const setting = await paySetting(registration.competitionId, context)
  if (!setting?.enabled) return
  const open = await context.db.selectFrom('pay_order').select('id').where('seat', '=', registration.id).executeTakeFirst()
  if (!open) await openOrder(registration, setting, { holdsPlace: true }, context)
})
