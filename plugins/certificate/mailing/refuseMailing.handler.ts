/** No copies are sent, with the reason. What was paid for them goes back. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { endCopiesOrder } from './copiesOrder.ts'
import { lockMailing } from './lockMailing.ts'

export default defineHandler('certificate.refuseMailing', async ({ id, reason }, context) => {
  const { competitionId, orderId } = await lockMailing(id, context)
  await context.call('certificate.mayIssue', { id: competitionId })
  const { state } = await context.rows.transition('certificate.mailingLife', 'refuse', id, { reason })
  await endCopiesOrder(orderId, reason, context)
  return { id, state }
})
