import { defineHandler } from '../../runtime/core/contracts.ts'
import { readEndpoint } from './endpoint.ts'
import { secretOf } from './signature.ts'

export default defineHandler('webhook.secret', async ({ id }, context) => {
  const secret = await secretOf(await readEndpoint(id, context), context)
  await context.rows.record({ entity: 'webhook.endpoint', rowId: id, before: null, after: null })
  return { secret }
})
