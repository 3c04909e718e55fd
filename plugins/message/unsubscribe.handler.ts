/** An address receives no more bulk messages of one sender, those that wait included. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { skipBulk } from './bulk/settleBulk.ts'
import { subscriptionOf } from './bulk/unsubscribing.ts'

export default defineHandler('message.unsubscribe', async ({ key }, context) => {
  const { db } = context
  const { organisationId, address, channel, sender, userId } = await subscriptionOf(key, context)
  const tasks = await db
    .selectFrom('message_task')
    .select('id')
    .where('organisationId', organisationId === null ? 'is' : '=', organisationId)
    .where('channel', '=', channel)
    .where('state', 'in', ['sending', 'paused'])
    .orderBy('id')
    .execute()
  for (const { id } of tasks) await context.lock('messageTask', String(id))
  await context.lock('messageOptOut', `${channel} ${sender} ${address}`)
  const { optOutId } = await subscriptionOf(key, context)
  if (optOutId === null) await context.rows.create('message.optOut', { channel, address, sender, userId })
  await skipBulk({ taskIds: tasks.map(({ id }) => String(id)), address, reason: 'unsubscribed' }, context)
  return { unsubscribed: true }
})
