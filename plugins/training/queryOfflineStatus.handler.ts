/** Whether bank transfers are taken for the own sign-up, and the status of the last one. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { paySetting } from '../pay/prices/readRules.ts'
import { readEnrolment } from './enrolment.ts'

export default defineHandler('training.queryOfflineStatus', async ({ id }, context) => {
  const { userId, competitionId } = await readEnrolment(id, context)
  if (userId !== context.session.userId) return context.fail('NOT_FOUND', { entity: 'training.enrolment', id })
  const setting = await paySetting(competitionId, context)
  const last = await context.db
    .selectFrom('pay_remittance as r')
    .innerJoin('pay_order as o', 'o.id', 'r.orderId')
    .select(['r.id', 'r.state', 'r.reason', 'r.createdAt as submittedAt'])
    .where('o.enrolmentId', '=', id)
    .orderBy('r.id', 'desc')
    .executeTakeFirst()
  const offered = setting?.remittance ?? false
  const none = { id: null, state: null, reason: null, submittedAt: null }
  return { offered, account: offered ? (setting?.remittanceAccount ?? null) : null, ...(last ?? none) }
})
