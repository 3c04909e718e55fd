/** What a registration has to pay and has paid, for those who may pay it. `charged`: an order can be made now. `transferWaits`: nothing is to be done until it is confirmed. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { payableRegistration } from './orders/payableRegistration.ts'
import { PLACED } from './orders/registration.ts'
import { paySetting } from './prices/readRules.ts'
import { awaitsConfirmation } from './remittance/awaitsConfirmation.ts'

export default defineHandler('pay.queryGroupPay', async ({ groupId }, context) => {
  const registration = await payableRegistration(groupId, context)
  const setting = await paySetting(registration.competitionId, context)
  const last = await context.db
    .selectFrom('pay_order')
    .select(['id', 'expiresAt', 'total'])
    .where('registrationId', '=', groupId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const standing = registration.payState ?? 'none'
  const isOpen = standing === 'due' || standing === 'paid'
  const charged = (setting?.enabled ?? false) && !isOpen && (PLACED.includes(registration.status) || standing === 'overdue')
  const transferWaits = standing === 'due' && last !== undefined && (await awaitsConfirmation(last.id, context))
  return {
    standing,
    charged,
    transferWaits,
    orderId: last?.id ?? null,
    expiresAt: last?.expiresAt ?? null,
    total: Number(last?.total ?? 0),
  }
})
