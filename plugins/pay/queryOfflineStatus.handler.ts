/** Whether bank transfers are taken for a registration, and the status of the last one, for those who may pay. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { payableRegistration } from './orders/payableRegistration.ts'
import { paySetting } from './prices/readRules.ts'
import { transferOf } from './remittance/transferOf.ts'

export default defineHandler('pay.queryOfflineStatus', async ({ groupId }, context) => {
  const { competitionId } = await payableRegistration(groupId, context)
  const setting = await paySetting(competitionId, context)
  return transferOf(setting?.remittance ? (setting.remittanceAccount ?? '') : null, { registrationId: groupId }, context)
})
