/** Whether bank transfers are taken for a registration, and the status of the last one, for those who may pay. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { payableRegistration } from './orders/payableRegistration.ts'
import { paySetting } from './prices/readRules.ts'

export default defineHandler('pay.queryOfflineStatus', async ({ groupId }, context) => {
  const { competitionId } = await payableRegistration(groupId, context)
  const setting = await paySetting(competitionId, context)
  const last = await context.db
    .selectFrom('pay_remittance as r')
    .innerJoin('pay_order as o', 'o.id', 'r.orderId')
    .select(['r.id', 'r.state', 'r.reason', 'r.createdAt'])
    .where('o.registrationId', '=', groupId)
    .orderBy('r.id', 'desc')
    .executeTakeFirst()
  const offered = setting?.remittance ?? false
  return {
    offered,
    account: offered ? (setting?.remittanceAccount ?? null) : null,
    id: last?.id ?? null,
    state: last?.state ?? null,
    reason: last?.reason ?? null,
    submittedAt: last?.createdAt ?? null,
  }
})
