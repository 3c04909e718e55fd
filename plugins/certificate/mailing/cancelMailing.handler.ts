/** Withdraws a request of one's own that was not sent. What was paid for it goes back. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { inBothLanguages } from '../../../runtime/core/inBothLanguages.ts'
import { endCopiesOrder } from './copiesOrder.ts'
import { lockMailing } from './lockMailing.ts'

export default defineHandler('certificate.cancelMailing', async ({ id }, context) => {
  const { userId, orderId } = await lockMailing(id, context)
  if (userId !== context.session.userId) return context.fail('NOT_FOUND', { entity: 'certificate.mailing', id })
  const { state } = await context.rows.transition('certificate.mailingLife', 'cancel', id)
  await endCopiesOrder(orderId, inBothLanguages(context.text('certificate.copiesCancelled')), context)
  return { id, state }
})
