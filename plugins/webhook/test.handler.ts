/** Sends an event without content, so that the receiver can be tried out. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { readEndpoint } from './endpoint.ts'
import { putDelivery } from './tellHooks.ts'

export default defineHandler('webhook.test', async ({ id }, context) => {
  const endpoint = await readEndpoint(id, context)
  await context.rows.record({ entity: 'webhook.endpoint', rowId: id, before: null, after: null })
  return { id: await putDelivery(endpoint, { event: 'test', subjectId: null }, context) }
})
