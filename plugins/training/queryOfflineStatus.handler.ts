/** Whether bank transfers are taken for the own sign-up, and the status of the last one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { paySetting } from '../pay/prices/readRules.ts'
import { transferOf } from '../pay/remittance/transferOf.ts'
import { readEnrolment } from './enrolment.ts'

export default defineHandler('training.queryOfflineStatus', async ({ id }, context) => {
  const { userId, competitionId } = await readEnrolment(id, context)
  if (userId !== context.session.userId) return context.fail('NOT_FOUND', { entity: 'training.enrolment', id })
  const setting = await paySetting(competitionId, context)
  const found = await transferOf(setting?.remittance ? (setting.remittanceAccount ?? '') : null, { enrolmentId: id }, context)
  return { ...found, account: found.account || null }
})
