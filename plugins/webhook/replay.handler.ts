/** Sends a delivery that has ended again, under its message id. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readEndpoint } from './endpoint.ts'

export default defineHandler('webhook.replay', async ({ id }, context) => {
  const { state, endpointId } = await context.call('webhook.mayReplay', { id })
  if (state === 'waiting') context.fail('WEBHOOK_WAITS')
  const { userId } = await readEndpoint(endpointId, context)
  const again = { state: 'waiting', attempts: 0, nextAt: context.now.toISOString(), endedAt: null, claimedUntil: null } as const
  await context.rows.save('webhook.delivery', { id }, again)
  await context.rows.record({ entity: 'webhook.delivery', rowId: id, before: { state }, after: { state: again.state } })
  await context.jobs.enqueue('webhook.deliver', { id }, { as: userId })
  return null
})
