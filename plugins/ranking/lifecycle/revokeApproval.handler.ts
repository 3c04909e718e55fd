/** Withdraws a list from approval while organisations have not decided on it: it is final again. */
import { defineHandler } from '../../../runtime/core/contracts.ts'
import { revokeWaiting } from '../../audit/revokeWaiting.ts'

export default defineHandler('ranking.revokeApproval', async ({ id }, context) => {
  await context.call('ranking.managed', { id })
  await revokeWaiting('listId', id, context)
  return { id, state: 'final' }
})
