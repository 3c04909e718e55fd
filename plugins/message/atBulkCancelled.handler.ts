/** A sending was cancelled (flow message.life): messages that wait are skipped and given back to the quota. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { skipBulk } from './bulk/settleBulk.ts'

export default defineHandler('message.atBulkCancelled', async ({ row }, context) => {
  await skipBulk({ taskIds: [(row as { id: string }).id], reason: 'cancelled' }, context)
})
