/** An address receives bulk messages of the sender again; those that were skipped meanwhile stay so. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { subscriptionOf } from './bulk/unsubscribing.ts'

export default defineHandler('message.subscribe', async ({ key }, context) => {
  const { optOutId } = await subscriptionOf(key, context)
  if (optOutId !== null) await context.rows.remove('message.optOut', { id: optOutId })
  return { unsubscribed: false }
})
