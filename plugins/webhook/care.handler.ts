/** Every minute: orders tries whose job was lost, with the process that ran it or before it began. */
import { defineHandler } from '../../runtime/core/contracts.ts'

const LATE_MS = 60_000
const MOST = 500

export default defineHandler('webhook.care', async (_input, { db, now, jobs }) => {
  const late = new Date(now.getTime() - LATE_MS).toISOString()
  const rows = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpointId')
    .select(['d.id', 'e.userId'])
    .where('d.state', '=', 'waiting')
    .where('d.nextAt', '<', late)
    .where((is) => is.or([is('d.claimedUntil', 'is', null), is('d.claimedUntil', '<', now.toISOString())]))
    .orderBy('d.nextAt')
    .limit(MOST)
    .execute()
  for (const { id, userId } of rows) await jobs.enqueue('webhook.deliver', { id }, { as: userId })
  return null
})
