/** Takes back a request of one's own that was not sent. What was paid for it goes back. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { inBothLanguages } from '../../../runtime/core/inBothLanguages.ts'
import { endCopiesOrder } from './copiesOrder.ts'
import { lockMailing } from './lockMailing.ts'

export default defineHandler('certificate.cancelMailing', async ({ id }, context) => {
  const { session, now, fail } = context
  const row = await lockMailing(id, context)
  if (row.userId !== session.userId) return fail('NOT_FOUND', { entity: 'certificate.mailing', id })
  if (row.state !== 'unpaid' && row.state !== 'requested') return fail('CERTIFICATE_MAILING_STATE')
  const { competitionId, organisationId, orderId } = row
  const change = { state: 'cancelled' as const, settledAt: now.toISOString() }
  await context.rows.save('certificate.mailing', row, change, { of: { competitionId, organisationId } })
  await endCopiesOrder(orderId, inBothLanguages(context.text('certificate.copiesCancelled')), context)
  return { id, state: change.state }
})
