/** Takes a batch of one's own back: another batch, of the rows that were changed. */
import { defineHandler } from '../../../core/contracts.ts'
import { BATCH_JOB, orderBatch } from '../../batches/batchCall.ts'

export default defineHandler('platform.batch.undo', async ({ id }, { db, session, jobs, platform, fail }) => {
  const batch = await db
    .selectFrom('platform_batch')
    .select(['call', 'list', 'input', 'finishedAt', 'canUndo'])
    .where('id', '=', id)
    .where('ownerId', '=', session.userId!)
    .forUpdate()
    .executeTakeFirst()
  if (!batch) return fail('NOT_FOUND', { entity: 'platform.batch', id })
  if (!batch.canUndo || batch.finishedAt === null || !platform.documents.call.get(batch.call)?.matching?.undo) return fail('BATCH_UNDONE')
  const rows = await db.selectFrom('platform_batchRow').select('rowId').where('batchId', '=', id).where('state', '=', 'done').execute()
  await db.updateTable('platform_batch').set({ canUndo: false }).where('id', '=', id).execute()
  const order = {
    callId: batch.call,
    list: batch.list,
    input: batch.input as Record<string, unknown>,
    ids: rows.map(({ rowId }) => rowId),
    undoes: id,
  }
  return orderBatch({ db, ownerId: session.userId!, enqueue: (input) => jobs.enqueue(BATCH_JOB, input) }, order)
})

declare module '../../../core/contracts.ts' {
  interface JobTypes {
    'platform.batch': { batchId: string }
  }
}
