/** Every minute: sendings whose job was lost with its process continue, and paused ones learn what became of their last messages. */
import { defineHandler } from '../../runtime/core/contracts.ts'
import { TEMPLATES } from './bulk/bulkMessage.ts'

const LOST_MS = 120_000
const BATCH = 100

export default defineHandler('message.bulkCare', async (_input, { db, now, jobs }) => {
  const stuck = await db
    .selectFrom('message_task')
    .select('id')
    .where('template', 'in', Object.values(TEMPLATES))
    .where(({ eb, and, or, exists, selectFrom }) =>
      or([
        and([eb('state', '=', 'sending'), eb('steppedAt', '<', new Date(now.getTime() - LOST_MS).toISOString())]),
        and([
          eb('state', 'in', ['paused', 'cancelled']),
          exists(
            selectFrom('message_receipt as r').select('r.id').whereRef('r.taskId', '=', 'message_task.id').where('r.state', '=', 'queued'),
          ),
        ]),
      ]),
    )
    .limit(BATCH)
    .execute()
  for (const { id } of stuck) await jobs.enqueue('message.bulkDeliver', { taskId: id })
  return { resumed: stuck.length }
})
