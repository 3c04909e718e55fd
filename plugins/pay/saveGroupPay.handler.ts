/** Reports a bank transfer for the open order of a registration, with its proof. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { payableRegistration } from './orders/payableRegistration.ts'
import { paySetting } from './prices/readRules.ts'
import { reportTransfer } from './remittance/reportTransfer.ts'

export default defineHandler('pay.saveGroupPay', async ({ groupId, answers }, context) => {
  const { db, fail } = context
  const { competitionId } = await payableRegistration(groupId, context)
  if (!(await paySetting(competitionId, context))?.remittance) return fail('PAY_REMITTANCE_OFF')
  const open = await db.selectFrom('pay_order').select('id').where('seat', '=', groupId).executeTakeFirst()
  return open ? { id: await reportTransfer(open.id, answers, context) } : fail('PAY_CLOSED')
})
